// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/actors/life/control.hpp>
#include <sluice/actors/timers/timer_key.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/address.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/time/timer.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

class Actor;

namespace engine {
class TimerWheel;
struct Envelope;
}  // namespace engine

/// How the ticks of a periodic timer follow each other.
enum class Pace : std::uint8_t {
  fixed_delay,  ///< at least the interval from one tick's turn to the next
  fixed_rate,   ///< at multiples of the interval from the first one; those that were missed are left out
};

/// What a timer brings, and how often.
struct TimerSetting {
  /// Null if there is nothing to handle; why, is told.
  using Copy = engine::Envelope* (*)(Actor& actor, const engine::Envelope& message) noexcept;

  engine::Envelope* message = nullptr;  ///< the timer's; what its actor handles, or copies of it
  Copy copy = nullptr;                  ///< null: it comes once
  Duration first{};                     ///< from now
  Duration interval{};                  ///< between those that follow
  Pace pace = Pace::fixed_delay;
};

/// One timer of an actor, in a block of its own: the control inside is what the actor is told when its time has come, so
/// that telling it cannot fail.
///
/// The actor's runner owns it, but for the control: that is the wheel's while the timer is set, and then the mailbox's.
///
///     made --arm--> on the wheel --its time comes, under the wheel's lock--> in the mailbox --> the actor's turn
///                        |                                                         |
///                   disarm: true, it ends at once                 disarm: false, it ends when it gets there
///
/// No word is shared: the wheel's lock says which of the two it is, and the mailbox brings back what is on its way. An
/// actor disarms all of its timers before it closes its cell. So whoever fires one, under that lock, finds a cell that
/// takes the control and that cannot end meanwhile: it neither loses the control nor lets anybody go.
///
/// One that is cancelled may stay on the wheel, without a message, and become another one of the same tick: `revive`.
class ActorTimer final : public Control {
public:
  /// Null if memory runs out; then the message is still the caller's.
  [[nodiscard]] static ActorTimer* make(TimerKey key, const TimerSetting& setting, engine::Address actor) noexcept;
  [[nodiscard]] static ActorTimer& of(Control& control) noexcept { return static_cast<ActorTimer&>(control); }
  /// Ends it, and its message; neither the wheel nor the mailbox has it.
  void end() noexcept;

  ActorTimer(const ActorTimer&) = delete;
  ActorTimer& operator=(const ActorTimer&) = delete;

  void arm(engine::TimerWheel& wheel, Instant deadline) noexcept;
  /// False if its control is on its way to the actor.
  [[nodiscard]] bool disarm(engine::TimerWheel& wheel) noexcept;

  /// It is cancelled, and stays where it is: its message ends.
  void retire() noexcept;
  /// Makes another timer of a retired one; `deadline` is of the tick for which it was armed.
  void revive(TimerKey named, const TimerSetting& setting, Instant deadline) noexcept;
  /// For which it was armed last.
  [[nodiscard]] engine::Tick tick() const noexcept { return tick_; }

  /// When it comes next, told at its turn, which is `now`.
  [[nodiscard]] Instant next_deadline(Instant now) const noexcept;
  /// Of one that comes once: its message, the caller's now.
  [[nodiscard]] engine::Envelope* take_message() noexcept { return std::exchange(setting_.message, nullptr); }
  /// Of a periodic one. It may make the actor fail, which may end this.
  [[nodiscard]] engine::Envelope* copy_message(Actor& actor) const noexcept {
    return setting_.copy(actor, *setting_.message);
  }
  [[nodiscard]] bool is_periodic() const noexcept { return setting_.copy != nullptr; }
  [[nodiscard]] Duration interval() const noexcept { return setting_.interval; }
  [[nodiscard]] TimerKey key() const noexcept { return key_; }
  /// False: it was cancelled.
  [[nodiscard]] bool is_wanted() const noexcept { return setting_.message != nullptr; }

  ActorTimer* next_at_place = nullptr;  ///< of the actor's table

private:
  ActorTimer(TimerKey named, const TimerSetting& setting, engine::Address actor) noexcept
      : Control{Kind::timer}, key_{named}, setting_{setting}, cell_{actor.cell} {
    generation = actor.generation;
  }
  ~ActorTimer() = default;
  void tell() noexcept;

  engine::Timer timer_;
  TimerKey key_;
  TimerSetting setting_;
  Instant deadline_{};
  engine::Tick tick_ = 0;
  engine::Cell* const cell_;
};

}  // namespace sluice::inline SLUICE_ABI
