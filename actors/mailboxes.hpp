// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/dispatch/settings.hpp>
#include <sluice/engine/envelope.hpp>
#include <sluice/engine/queue/overflow.hpp>
#include <string_view>

namespace sluice::inline SLUICE_ABI {

/// Takes whatever comes, in order; the fastest.
struct Unbounded {};

/// Holds `capacity` messages, in order.
struct Bounded {
  std::uint32_t capacity = 1000;
  Overflow overflow = Overflow::drop_newest;
  Duration push_timeout{};  ///< how long an offer waits for room; for ever unless positive
};

/// The same, and the actor may stash: what it keeps for later goes back to the front.
struct Deque {
  std::uint32_t capacity = engine::no_limit;
  Overflow overflow = Overflow::drop_newest;
  Duration push_timeout{};
};

/// Lower numbers first, equals in order. `of` tells the number of a message; without it, all have 10.
struct Prioritized {
  std::int32_t (*of)(const engine::Envelope& envelope) noexcept = nullptr;
  std::uint32_t capacity = engine::no_limit;
  Overflow overflow = Overflow::drop_newest;
};

/// Reads the message in an envelope for `Prioritized::of`, if it is one of that type.
template <class Message>
[[nodiscard]] const Message* message_in(const engine::Envelope& envelope) noexcept {
  return envelope.type == &engine::EnvelopeOf<Message>::type_of
             ? &static_cast<const engine::EnvelopeOf<Message>&>(envelope).message
             : nullptr;
}

/// Which mailbox an actor has.
class MailboxChoice {
public:
  constexpr MailboxChoice() noexcept = default;
  explicit(false) constexpr MailboxChoice(Unbounded) noexcept : is_chosen_{true} {}
  explicit(false) constexpr MailboxChoice(const Bounded& bounded) noexcept
      : settings_{.kind = engine::QueueKind::bounded,
                  .capacity = bounded.capacity,
                  .overflow = bounded.overflow,
                  .push_timeout = bounded.push_timeout},
        is_chosen_{true} {}
  explicit(false) constexpr MailboxChoice(const Deque& deque) noexcept
      : settings_{.kind = engine::QueueKind::deque,
                  .capacity = deque.capacity,
                  .overflow = deque.overflow,
                  .push_timeout = deque.push_timeout},
        is_chosen_{true} {}

  explicit(false) constexpr MailboxChoice(const Prioritized& prioritized) noexcept
      : settings_{.kind = engine::QueueKind::priority,
                  .capacity = prioritized.capacity,
                  .overflow = prioritized.overflow,
                  .priority_of = prioritized.of},
        is_chosen_{true} {}

  constexpr explicit MailboxChoice(const engine::MailboxSettings& settings) noexcept
      : settings_{settings}, is_chosen_{true} {}

  /// The one that has this id in the configuration. The text lives until the actor is spawned.
  explicit(false) constexpr MailboxChoice(std::string_view id) noexcept : id_{id}, is_chosen_{true} {}
  explicit(false) constexpr MailboxChoice(const char* id) noexcept : MailboxChoice{std::string_view{id}} {}

  /// Whether somebody said which one; otherwise the actor's kind decides.
  [[nodiscard]] constexpr bool is_chosen() const noexcept { return is_chosen_; }
  /// Of one that is chosen by an id, the configuration says more.
  [[nodiscard]] constexpr const engine::MailboxSettings& settings() const noexcept { return settings_; }
  /// Empty if it was said directly.
  [[nodiscard]] constexpr std::string_view id() const noexcept { return id_; }

private:
  engine::MailboxSettings settings_{};
  std::string_view id_;
  bool is_chosen_ = false;
};

}  // namespace sluice::inline SLUICE_ABI
