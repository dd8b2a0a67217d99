// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <string_view>

namespace sluice::inline SLUICE_ABI::asio_bridge {

/// What a loop says of itself, told once per change. (That it is busy or blocked, it cannot say: the executor's own events
/// tell how long workers wait.)
enum class LoopEvent : std::uint8_t {
  parked,   ///< it is stopped, and mailboxes wait that have something to do
  resumed,  ///< it runs them again
  gone,     ///< it has ended before the executor: what waits is run when the executor is drained or ends
};

[[nodiscard]] constexpr std::string_view describe(LoopEvent event) noexcept {
  switch (event) {
    case LoopEvent::parked: return "the loop is stopped; mailboxes wait until it runs again";
    case LoopEvent::resumed: return "the loop runs mailboxes again";
    case LoopEvent::gone: return "the loop has ended; mailboxes wait for the end of their executor";
  }
  return "an unknown event";
}

/// Hears of the loop that an executor runs on.
///
/// Thread safety: called from any thread that submits or runs, one at a time, perhaps within a wake: it takes note, and
/// neither blocks nor uses the executor.
class LoopListener {
public:
  virtual void on_loop(LoopEvent event) noexcept = 0;

protected:
  ~LoopListener() = default;
};

}  // namespace sluice::inline SLUICE_ABI::asio_bridge
