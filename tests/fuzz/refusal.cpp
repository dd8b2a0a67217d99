// SPDX-License-Identifier: BSL-1.0
#include "refusal.hpp"

#include <iterator>
#include <sluice/engine/mailbox/queue_backend.hpp>

#include "cargo.hpp"
#include "history.hpp"
#include "scarce_memory.hpp"

namespace sluice_fuzz {
namespace {

using sluice::Error;
using sluice::Overflow;
using sluice::engine::QueueKind;
using Backend = sluice::mailbox::QueueBackend<Cargo, sluice::engine::AnyQueue>;

struct Refusal {
  Choice choice;
  Error error;
};

constexpr auto unknown_kind = static_cast<QueueKind>(4);
constexpr std::uint32_t too_large = sluice::engine::no_limit + 1;

constexpr Refusal refusals[] = {
    {{QueueKind::bounded, 0, Overflow::fail}, Error::invalid_argument},
    {{QueueKind::bounded, sluice::engine::Ring::largest_capacity + 1, Overflow::fail}, Error::invalid_argument},
    {{QueueKind::bounded, too_large, Overflow::grow}, Error::invalid_argument},
    {{QueueKind::deque, 0, Overflow::grow}, Error::invalid_argument},
    {{QueueKind::priority, too_large, Overflow::drop_oldest}, Error::invalid_argument},
    {{unknown_kind, 1, Overflow::fail}, Error::invalid_argument},
    {{QueueKind::bounded, 9, Overflow::drop_oldest}, Error::out_of_memory},
};

}  // namespace

void expect_refusal(std::uint8_t argument) {
  const auto& [choice, error] = refusals[argument / 4 % std::size(refusals)];
  scarce_memory::is_exhausted = error == Error::out_of_memory;
  Backend backend{choice.policy, choice.kind, choice.capacity, choice.policy};
  scarce_memory::is_exhausted = false;
  history::expect("whether an impossible queue could be made", false, backend.status().has_value());
  history::expect("why it could not", error, backend.status().error());
  history::expect("that a queue that could not be made takes nothing in", Backend::Outcome::Kind::rejected,
                  backend.try_offer(Cargo{0}).kind());
  history::expect("that it is closed", false, backend.try_poll().has_value());
}

}  // namespace sluice_fuzz
