// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>

/// The board's timer and software interrupts (SiFive's CLINT), for hart 0.
namespace sluice::inline SLUICE_ABI::engine::platform::clint {

inline constexpr std::uint64_t ticks_per_second = 10'000'000;

/// The time in ticks since reset.
inline volatile std::uint64_t& time() noexcept { return *reinterpret_cast<volatile std::uint64_t*>(0x0200'BFF8); }

/// The timer interrupt is pending from this time on.
inline volatile std::uint64_t& alarm() noexcept { return *reinterpret_cast<volatile std::uint64_t*>(0x0200'4000); }

/// The software interrupt is pending while this is 1.
inline volatile std::uint32_t& request() noexcept { return *reinterpret_cast<volatile std::uint32_t*>(0x0200'0000); }

/// The bits of `mie` that let them through.
inline constexpr std::uintptr_t software_interrupt = 1U << 3;
inline constexpr std::uintptr_t timer_interrupt = 1U << 7;

inline void enable(std::uintptr_t interrupts) noexcept { asm volatile("csrs mie, %0" ::"r"(interrupts) : "memory"); }
inline void disable(std::uintptr_t interrupts) noexcept { asm volatile("csrc mie, %0" ::"r"(interrupts) : "memory"); }

}  // namespace sluice::inline SLUICE_ABI::engine::platform::clint
