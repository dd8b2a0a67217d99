// SPDX-License-Identifier: BSL-1.0
// The resolution is 100 ns: the board counts at 10 MHz.
#include <sluice/engine/platform.hpp>
#include <sluice/engine/platform/riscv_virt/clint.hpp>

namespace sluice::inline SLUICE_ABI::engine::platform {

std::uint64_t now_nanoseconds() noexcept { return clint::time() * (1'000'000'000 / clint::ticks_per_second); }

}  // namespace sluice::inline SLUICE_ABI::engine::platform
