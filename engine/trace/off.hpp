// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/trace/label.hpp>

namespace sluice::inline SLUICE_ABI::engine::trace {

/// A span that nobody records.
class Zone {
public:
  constexpr explicit Zone(const Label&) noexcept {}
  constexpr void value(std::uint64_t) noexcept {}
};

/// A moment that nobody records.
constexpr void event(const Label&) noexcept {}

/// A wait that nobody records.
class Wait {
public:
  constexpr void begin(const Label&) noexcept {}
  constexpr void end(const Label&) noexcept {}
};

}  // namespace sluice::inline SLUICE_ABI::engine::trace
