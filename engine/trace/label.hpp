// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI::engine::trace {

/// Names a kind of span or event. Providers keep the address, so every label is a static constant.
///
/// The fields and their order are those of Tracy's source location, which lets that provider pass the address on.
struct Label {
  const char* name;
  const char* function;
  const char* file;
  std::uint32_t line;
  std::uint32_t color;  ///< 0xRRGGBB, or 0 for the provider's choice
};

/// The fixed palette: one colour per kind of work, in every viewer.
namespace color {
inline constexpr std::uint32_t dispatch = 0x3A6EA5;
inline constexpr std::uint32_t wait = 0xD9A441;
inline constexpr std::uint32_t steal = 0x7E57C2;
inline constexpr std::uint32_t fan_out = 0x5B9A5B;
inline constexpr std::uint32_t stall = 0xC0392B;
inline constexpr std::uint32_t park = 0x4A4A4A;
inline constexpr std::uint32_t drain = 0x2E8B8B;
inline constexpr std::uint32_t restart = 0xE67E22;
inline constexpr std::uint32_t lost = 0xB03A5B;
}  // namespace color

/// The numbers that are drawn as curves. Few: each takes as much of a screen as ten workers.
enum class Plot : std::uint8_t {
  awake_workers,    ///< of all executors that tell of it
  waiting_offers,   ///< messages that wait for room in a mailbox
  runnable,         ///< mailboxes that wait for a worker
  injection_depth,  ///< those among them that came from outside
  largest_delay,    ///< microseconds for which the first of them has been waiting
  deepest_mailbox,  ///< messages
};
inline constexpr std::uint32_t plots = 6;

[[nodiscard]] constexpr const char* name_of(Plot plot) noexcept {
  constexpr const char* names[plots]{"awake workers",   "waiting offers",     "runnable mailboxes",
                                     "injection depth", "largest delay (us)", "deepest mailbox"};
  return names[static_cast<std::uint32_t>(plot)];
}

}  // namespace sluice::inline SLUICE_ABI::engine::trace
