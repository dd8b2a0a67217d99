// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/trace/label.hpp>

namespace sluice::inline SLUICE_ABI::engine::trace {

/// What a provider wants back at the end of a span.
using Token = std::uint64_t;

// The hooks. A provider defines them all; there are no weak defaults, so a build without one does not link.
[[nodiscard]] Token begin_zone(const Label& label) noexcept;
void end_zone(Token token, std::uint64_t value) noexcept;
void event(const Label& label) noexcept;
/// `who` tells one wait from another as long as it lasts.
void begin_wait(const Label& label, const void* who) noexcept;
void end_wait(const Label& label, const void* who) noexcept;

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

/// A wait that may begin on one thread and end on another: no span of any thread's work.
class Wait {
public:
  /// Nothing if it has begun already.
  void begin(const Label& label) noexcept {
    if (!began_) {
      began_ = true;
      begin_wait(label, this);
    }
  }
  /// Nothing unless it has begun.
  void end(const Label& label) noexcept {
    if (began_) {
      began_ = false;
      end_wait(label, this);
    }
  }

private:
  bool began_ = false;
};

}  // namespace sluice::inline SLUICE_ABI::engine::trace
