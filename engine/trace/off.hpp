// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/trace/label.hpp>

namespace sluice::inline SLUICE_ABI::engine::trace {

inline constexpr bool is_on = false;

/// A span that nobody records.
class Zone {
public:
  constexpr explicit Zone(const Label&) noexcept {}
  constexpr void value(std::uint64_t) noexcept {}
};

/// A slice that nobody records.
class Slice {
public:
  constexpr Slice(const Label&, const void*) noexcept {}
  constexpr void value(std::uint64_t) noexcept {}
};

/// A wait that nobody records.
class Wait {
public:
  constexpr void begin(const Label&) noexcept {}
  constexpr void end(const Label&) noexcept {}
};

/// A message that nobody follows.
class MessageMark {
public:
  constexpr explicit MessageMark(const char*) noexcept {}
};

/// The handling of a message that nobody follows.
class Handling {
public:
  constexpr Handling(const MessageMark&, const char*) noexcept {}
};

// Moments, numbers and threads that nobody records.
constexpr void event(const Label&, const char* = nullptr, std::uint64_t = 0) noexcept {}
constexpr void plot(Plot, std::int64_t) noexcept {}
constexpr void name_thread(const char*) noexcept {}
constexpr void begin_turn() noexcept {}
constexpr void end_turn(bool) noexcept {}
constexpr void look() noexcept {}

}  // namespace sluice::inline SLUICE_ABI::engine::trace
