// SPDX-License-Identifier: BSL-1.0
// From one link to the next.
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/messages/delivery.hpp>
#include <sluice/actors/middleware/passage.hpp>
#include <sluice/actors/middleware/passing.hpp>
#include <sluice/actors/system/system_record.hpp>
#include <sluice/engine/assert.hpp>

namespace sluice::inline SLUICE_ABI {
namespace {

/// Calls `to_link(n)` with the number of the next link, or `at_end()` behind the last one. Once a link has returned, no other
/// may go on: a message that it stopped would pass after all.
template <class ToLink, class AtEnd>
void step(std::uint32_t& steps, std::uint32_t links, ToLink to_link, AtEnd at_end) noexcept {
  engine::check(steps <= links, "a middleware passes on once");
  const std::uint32_t number = steps++;
  if (number == links) {
    at_end();
  } else {
    to_link(number);
    steps = links + 1;
  }
}

}  // namespace

UntypedRef Inbound::receiver() const noexcept { return UntypedRef{passage_.actor().address()}; }

std::optional<Duration> Inbound::residence() const noexcept {
  if (envelope_.headers == nullptr || !passage_.actor().cell().is_measured()) {
    return std::nullopt;
  }
  // Mailboxes are measured by the clock that the system was given; that of the record goes on from system to system.
  return passage_.actor().record().dispatcher->ports().clock->now() - envelope_.headers->posted_at;
}

void Inbound::next() noexcept {
  step(
      steps_, passage_.links(), [this](std::uint32_t number) { passage_.link(number).inbound(*this); },
      [this] {
        has_passed_ = true;
        passage_.hand_over(envelope_, is_queued_);
      });
}

UntypedRef Outbound::sender() const noexcept { return UntypedRef{passage_.actor().address()}; }

bool Outbound::set_header(std::string_view name, std::uint64_t value) noexcept {
  return (envelope_.headers != nullptr || add_headers(envelope_, {})) && envelope_.headers->user.set(name, value);
}

void Outbound::next() noexcept {
  const std::uint32_t last = passage_.links() - 1;
  step(
      steps_, passage_.links(), [&](std::uint32_t number) { passage_.link(last - number).outbound(*this); },
      [this] { has_passed_ = true; });
}

void Backpressure::next() noexcept {
  step(
      steps_, passage_.links(), [this](std::uint32_t number) { passage_.link(number).backpressure(*this); },
      [this] { passage_.hand_over(hint_); });
}

}  // namespace sluice::inline SLUICE_ABI
