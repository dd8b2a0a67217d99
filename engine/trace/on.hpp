// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/trace/label.hpp>

namespace sluice::inline SLUICE_ABI::engine::trace {

/// What a provider wants back at the end of a span.
using Token = std::uint64_t;

// The hooks. A provider defines all three; there are no weak defaults, so a build without one does not link.
[[nodiscard]] Token begin_zone(const Label& label) noexcept;
void end_zone(Token token, std::uint64_t value) noexcept;
void event(const Label& label) noexcept;

/// A span of work on this thread, from construction to destruction.
class Zone {
public:
  explicit Zone(const Label& label) noexcept : token_{begin_zone(label)} {}
  ~Zone() { end_zone(token_, value_); }
  Zone(const Zone&) = delete;
  Zone& operator=(const Zone&) = delete;

  /// A number to show with the span, such as the messages handled in it.
  void value(std::uint64_t value) noexcept { value_ = value; }

private:
  Token token_;
  std::uint64_t value_ = 0;
};

}  // namespace sluice::inline SLUICE_ABI::engine::trace
