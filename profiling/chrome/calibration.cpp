// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/platform.hpp>
#include <sluice/profiling/chrome/calibration.hpp>
#include SLUICE_TICKS_BACKEND

namespace sluice::inline SLUICE_ABI::recorder {
namespace {

constinit engine::Atomic<std::uint64_t> first_ticks{0};
constinit engine::Atomic<std::uint64_t> first_nanoseconds{0};

}  // namespace

void begin_calibration() noexcept {
  // relaxed: who dumps has seen entries, which were written behind this
  first_ticks.store(read_ticks(), std::memory_order_relaxed);
  first_nanoseconds.store(engine::platform::now_nanoseconds(), std::memory_order_relaxed);  // as above
}

Calibration calibrate() noexcept {
  Calibration now;
  now.first_ticks = first_ticks.load(std::memory_order_relaxed);  // as above
  const std::uint64_t ticks = read_ticks() - now.first_ticks;
  // relaxed: as above
  const std::uint64_t passed = engine::platform::now_nanoseconds() - first_nanoseconds.load(std::memory_order_relaxed);
  now.ticks = ticks == 0 ? 1 : ticks;
  now.nanoseconds = passed == 0 ? 1 : passed;
  return now;
}

}  // namespace sluice::inline SLUICE_ABI::recorder
