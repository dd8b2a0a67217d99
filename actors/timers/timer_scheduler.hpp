// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <concepts>
#include <optional>
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/messages/class_handlers.hpp>
#include <sluice/actors/messages/delivery.hpp>
#include <sluice/actors/messages/guard.hpp>
#include <sluice/actors/messages/receives.hpp>
#include <sluice/actors/timers/actor_timers.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/envelope.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// How a periodic timer goes on.
struct PeriodicOptions {
  std::optional<Duration> first{};  ///< until the first tick; none: one interval
  Pace pace = Pace::fixed_delay;
};

/// Not part of the API: a message for one more turn of a timer; null if that is not to be. Then it is told why: it is a
/// dead letter for want of memory, or copying it has thrown, and its actor has failed.
template <class Message>
engine::Envelope* copy_for_turn(Actor& actor, const engine::Envelope& original) noexcept {
  engine::Envelope* made = nullptr;
  guarded(actor, nullptr, [&] {
    made =
        engine::EnvelopeOf<Message>::make(Message(static_cast<const engine::EnvelopeOf<Message>&>(original).message));
    if (made == nullptr) {
      report_lost(original, actor.address(), engine::DeadLetterReason::out_of_memory);
    }
  });
  return made;
}

/// The timers of an actor that gets messages of class or type `T`: what a timer brings is handled as a message, but comes
/// before those that are queued, as all that the system tells an actor does.
///
///     ctx.timers().once("give up", 50ms, GiveUp{});               // with a key: replaces the earlier one of that key
///     const auto token = ctx.timers().periodic(1s, Refresh{});    // without: a token to cancel it by
///
/// Nothing comes early; the wheel's ticks are 1 ms. A delay of nothing or less is the next tick, and an interval is one
/// millisecond at least. A periodic timer has one tick under way at most: who is slow misses ticks.
///
/// What was cancelled or replaced never arrives, even if its time has come and its message waits for the handler's end or
/// for the actor to be resumed. A stop and a restart cancel all. An error means that memory ran out or that the actor is
/// stopping; then an earlier timer of that key stays.
///
/// Thread safety: used by the handlers of its actor.
/// Allocates: a block per timer, and one for its message; a periodic one with each tick. Both ways take constant time.
template <class T>
class TimerScheduler {
public:
  explicit TimerScheduler(Actor& actor) noexcept : actor_{actor} {}

  /// `message` comes once, after `delay`.
  template <class Given = T, class Message = MessageFor<T, Given>>
    requires Accepts<T, Message>
  Result<> once(TimerKey key, Duration delay, Given message) noexcept {
    return set_timer(actor_, key, single<Message>(delay, static_cast<Message>(std::move(message))));
  }
  template <class Given = T, class Message = MessageFor<T, Given>>
    requires Accepts<T, Message>
  Result<TimerToken> once(Duration delay, Given message) noexcept {
    return set_timer(actor_, single<Message>(delay, static_cast<Message>(std::move(message))));
  }

  /// Copies of `message` come again and again.
  template <class Given = T, class Message = MessageFor<T, Given>>
    requires Accepts<T, Message> && std::copy_constructible<Message>
  Result<> periodic(TimerKey key, Duration interval, Given message, const PeriodicOptions& options = {}) noexcept {
    return set_timer(actor_, key, repeated<Message>(interval, static_cast<Message>(std::move(message)), options));
  }
  template <class Given = T, class Message = MessageFor<T, Given>>
    requires Accepts<T, Message> && std::copy_constructible<Message>
  Result<TimerToken> periodic(Duration interval, Given message, const PeriodicOptions& options = {}) noexcept {
    return set_timer(actor_, repeated<Message>(interval, static_cast<Message>(std::move(message)), options));
  }

  /// True if there was one.
  bool cancel(TimerKey key) noexcept { return cancel_timer(actor_, key); }
  bool cancel(TimerToken token) noexcept { return cancel_timer(actor_, TimerKey{token}); }
  /// Whether it will come, or come again.
  [[nodiscard]] bool is_active(TimerKey key) const noexcept { return has_timer(actor_, key); }
  [[nodiscard]] bool is_active(TimerToken token) const noexcept { return has_timer(actor_, TimerKey{token}); }

  /// Not part of the API: what a timer brings once, or again and again.
  template <class Message>
  [[nodiscard]] static TimerSetting single(Duration delay, Message message) noexcept {
    use_handler<T, Message>();
    return {.message = engine::EnvelopeOf<Message>::make(std::move(message)),
            .first = delay < Duration{} ? Duration{} : delay};
  }
  template <class Message>
  [[nodiscard]] static TimerSetting repeated(Duration interval, Message message,
                                             const PeriodicOptions& options) noexcept {
    constexpr Duration shortest = std::chrono::milliseconds{1};
    const Duration pause = interval < shortest ? shortest : interval;
    TimerSetting setting = single<Message>(options.first.value_or(pause), std::move(message));
    setting.copy = &copy_for_turn<Message>;
    setting.interval = pause;
    setting.pace = options.pace;
    return setting;
  }

private:
  Actor& actor_;
};

}  // namespace sluice::inline SLUICE_ABI
