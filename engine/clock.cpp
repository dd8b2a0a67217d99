// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/assert.hpp>
#include <sluice/engine/clock.hpp>

namespace sluice::inline SLUICE_ABI::engine {

void ManualClock::advance(Duration by) noexcept {
  check(by >= Duration::zero(), "time never goes back");
  now_ += by;
}

}  // namespace sluice::inline SLUICE_ABI::engine
