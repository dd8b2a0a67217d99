// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/cell.hpp>
#include <sluice/engine/envelope.hpp>
#include <sluice/engine/intrusive_list.hpp>
#include <sluice/engine/task.hpp>

namespace sluice::inline SLUICE_ABI {

class Actor;

/// A handler that is not done, with the message that it handles. In a block of its own, which stays where it is: so what
/// the handler was given by reference, its message and its context, lives as long as its work.
///
/// Thread safety: everything by the actor's runner, but its waker from any thread or interrupt.
class WaitingHandler : public engine::ListLink<WaitingHandler> {
public:
  WaitingHandler(const WaitingHandler&) = delete;
  WaitingHandler& operator=(const WaitingHandler&) = delete;

  /// Goes on as far as possible. True once it is over: then it has answered, or its actor has failed.
  [[nodiscard]] virtual bool go_on(Actor& actor) noexcept = 0;
  /// Ends its work where it is, and what that waits for: nothing wakes it any more.
  virtual void give_up() noexcept = 0;
  /// What it handles; whole but for the message, which may be the handler's.
  [[nodiscard]] virtual engine::Envelope& envelope() noexcept = 0;
  /// Gives the memory back.
  virtual void end() noexcept = 0;

  /// Whether it is worth polling again; asked once per wake.
  [[nodiscard]] bool take_wake() noexcept {
    // acquire | what has come, from the release in `wake`.
    return is_woken_.exchange(0, std::memory_order_acquire) != 0;
  }

protected:
  /// `is_beside`: messages are handled meanwhile.
  WaitingHandler(engine::Cell& cell, bool is_beside) noexcept : cell_{cell}, is_beside_{is_beside} {}
  ~WaitingHandler() = default;

  [[nodiscard]] engine::Waker waker() noexcept {
    return {[](void* self) noexcept { static_cast<WaitingHandler*>(self)->wake(); }, this};
  }

private:
  void wake() noexcept {
    // release | what has come, to the acquire in `take_wake`. The runner that misses it sees the next line's transition.
    is_woken_.store(1, std::memory_order_release);
    if (is_beside_) {
      cell_.nudge();
    } else {
      cell_.complete_await();
    }
  }

  engine::Cell& cell_;
  engine::Atomic<std::uint32_t> is_woken_{0};
  const bool is_beside_;
};

}  // namespace sluice::inline SLUICE_ABI
