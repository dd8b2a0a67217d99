// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <expected>
#include <sluice/actors/timers/actor_timer.hpp>
#include <sluice/actors/timers/message_noter.hpp>
#include <sluice/actors/timers/timer_key.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/error.hpp>

namespace sluice::inline SLUICE_ABI {

class Actor;
class SystemRecord;

/// The timers of one actor, by key. Made with the first one, and kept until the actor ends.
///
/// Thread safety: the actor's runner only.
/// Allocates: a block per timer, and on hosted targets a larger table when there are many.
class ActorTimers {
public:
  /// Null if memory runs out.
  [[nodiscard]] static ActorTimers* make() noexcept;
  void end() noexcept;

  ActorTimers(const ActorTimers&) = delete;
  ActorTimers& operator=(const ActorTimers&) = delete;

  /// Replaces what has this key. Takes the message over, also if it fails.
  [[nodiscard]] Result<> set(Actor& actor, TimerKey key, const TimerSetting& setting) noexcept;
  /// False if there is none.
  bool cancel(SystemRecord& record, TimerKey key) noexcept;
  [[nodiscard]] bool has(TimerKey key) const noexcept { return *link_of(key) != nullptr; }
  /// None of them arrives any more.
  void cancel_all(SystemRecord& record) noexcept;
  [[nodiscard]] TimerToken next_token() noexcept { return {++last_token_}; }

  /// The turn of `timer` has come, which may be cancelled: has the actor handle its message. Neither it nor these timers
  /// are touched behind that.
  static void give_turn(Actor& actor, ActorTimer& timer) noexcept;

  /// Notes when its actor has handled a message, for its receive timeout.
  MessageNoter noter;

private:
  static constexpr std::uint32_t first_places = 8;

  ActorTimers() noexcept = default;
  ~ActorTimers() = default;

  [[nodiscard]] ActorTimer* const* link_of(TimerKey key) const noexcept;
  [[nodiscard]] ActorTimer** link_of(TimerKey key) noexcept {
    return const_cast<ActorTimer**>(static_cast<const ActorTimers&>(*this).link_of(key));
  }
  void remove(ActorTimer** link) noexcept;
  static void drop(SystemRecord& record, ActorTimer& timer) noexcept;
  [[nodiscard]] ActorTimer* take(Actor& actor, TimerKey key, const TimerSetting& setting) noexcept;
  void grow() noexcept;
  [[nodiscard]] bool has_waited(SystemRecord& record, ActorTimer& timer) const noexcept;

  ActorTimer** places_ = first_;
  std::uint32_t mask_ = first_places - 1;
  std::uint32_t count_ = 0;
  ActorTimer* spare_ = nullptr;  ///< the last one cancelled; it is on the wheel, or on its way from there
  std::uint64_t last_token_ = 0;
  ActorTimer* first_[first_places]{};
};

// What contexts do, of any type.
Result<> set_timer(Actor& actor, TimerKey key, const TimerSetting& setting) noexcept;
[[nodiscard]] Result<TimerToken> set_timer(Actor& actor, const TimerSetting& setting) noexcept;
bool cancel_timer(Actor& actor, TimerKey key) noexcept;
[[nodiscard]] bool has_timer(const Actor& actor, TimerKey key) noexcept;
Result<> set_receive_timeout(Actor& actor, const TimerSetting& setting, const IgnoredTypes& ignored) noexcept;

}  // namespace sluice::inline SLUICE_ABI
