// SPDX-License-Identifier: BSL-1.0
#include "system_model_run.hpp"

#include <cstddef>
#include <new>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/decimal.hpp>
#include <sluice/engine/platform.hpp>

#include "system_model.hpp"

namespace sluice::engine::system_model {
namespace {

// Static: it is larger than the stack of the smallest image.
alignas(SystemModel) std::byte room[sizeof(SystemModel)];
std::uint32_t current_seed = 0;
std::uint32_t current_step = 0;
AssertHandler former_handler = nullptr;

void tell_seed(const AssertFailure& failure) noexcept {
  platform::write("replay: SLUICE_SEED=");
  platform::write(Decimal{current_seed}.text());
  platform::write(", broken in step ");
  platform::write(Decimal{current_step}.text());
  platform::write("\n");
  former_handler(failure);
}

}  // namespace

Verdict run_seed(std::uint32_t seed, std::uint32_t steps) noexcept {
  former_handler = set_assert_handler(&tell_seed);
  current_seed = seed;
  auto* const model = ::new (static_cast<void*>(room)) SystemModel{seed};
  bool is_right = true;
  for (current_step = 1; current_step <= steps && is_right; current_step += is_right ? 1 : 0) {
    is_right = model->step();
  }
  is_right = is_right && model->drain();
  const Verdict verdict{current_step, model->failure(), model->counts()};
  if (is_right) {
    model->~SystemModel();  // a broken one is left as it is: its end would only break more
  }
  set_assert_handler(former_handler);
  return verdict;
}

}  // namespace sluice::engine::system_model
