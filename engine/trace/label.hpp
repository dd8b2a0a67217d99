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
}  // namespace color

}  // namespace sluice::inline SLUICE_ABI::engine::trace
