// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/dead_letter.hpp>

namespace sluice::inline SLUICE_ABI::engine {

class Mailbox;

/// Why a mailbox runs no user messages.
enum class Pause : std::uint8_t {
  supervision,  ///< it was suspended
  offer,        ///< its handler waits for room in another mailbox
  await,        ///< its handler waits for something else
};

/// Where mailboxes tell their figures. Without one, nothing is measured: no clock is read, nothing is allocated.
///
/// Thread safety: called from any thread that uses a mailbox; `handled` and `slice` by one at a time for each mailbox.
class MetricsSink {
public:
  /// A message was handled: how long it was in the mailbox, and how long the handler took.
  virtual void handled(const Mailbox&, Duration /*residence*/, Duration /*handling*/) noexcept {}
  /// A slice is over.
  virtual void slice(const Mailbox&, std::uint32_t /*handled*/, std::uint32_t /*depth*/) noexcept {}
  /// Handlers run again, or never will.
  virtual void paused(const Mailbox&, Pause /*cause*/, Duration /*duration*/) noexcept {}
  virtual void dropped(const Mailbox&, DeadLetterReason) noexcept {}
  virtual void stashed(const Mailbox&, std::uint32_t /*size*/) noexcept {}

protected:
  ~MetricsSink() = default;
};

}  // namespace sluice::inline SLUICE_ABI::engine
