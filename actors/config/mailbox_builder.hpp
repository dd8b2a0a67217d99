// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/actors/mailboxes.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/dispatch/suspend_policy.hpp>
#include <sluice/engine/error.hpp>

namespace sluice::inline SLUICE_ABI {

/// Says step by step what a mailbox is to be; what is not said stays as it was. The same on every target.
///
///     .mailbox = MailboxBuilder{}.bounded(64).overflow(Overflow::drop_oldest).suspend(SuspendPolicy::refuse)
class MailboxBuilder {
public:
  constexpr MailboxBuilder() noexcept = default;
  /// Begins with one that there is already, to change something about it.
  constexpr explicit MailboxBuilder(const MailboxChoice& like) noexcept : settings_{like.settings()} {}

  [[nodiscard]] constexpr MailboxBuilder unbounded() const noexcept {
    return of_kind(engine::QueueKind::unbounded, engine::no_limit);
  }
  [[nodiscard]] constexpr MailboxBuilder bounded(std::uint32_t capacity) const noexcept {
    return of_kind(engine::QueueKind::bounded, capacity);
  }
  /// Its actor may stash.
  [[nodiscard]] constexpr MailboxBuilder deque(std::uint32_t capacity = engine::no_limit) const noexcept {
    return of_kind(engine::QueueKind::deque, capacity);
  }
  /// As `Prioritized`.
  [[nodiscard]] constexpr MailboxBuilder prioritized(std::int32_t (*of)(const engine::Envelope& envelope) noexcept,
                                                     std::uint32_t capacity = engine::no_limit) const noexcept {
    MailboxBuilder next = of_kind(engine::QueueKind::priority, capacity);
    next.settings_.priority_of = of;
    return next;
  }

  /// What it does when it is full.
  [[nodiscard]] constexpr MailboxBuilder overflow(Overflow policy) const noexcept {
    MailboxBuilder next = *this;
    next.settings_.overflow = policy;
    return next;
  }
  /// How long an offer waits for room; for ever unless positive.
  [[nodiscard]] constexpr MailboxBuilder push_timeout(Duration timeout) const noexcept {
    MailboxBuilder next = *this;
    next.settings_.push_timeout = timeout;
    return next;
  }
  /// What it does with messages that come while it is suspended.
  [[nodiscard]] constexpr MailboxBuilder suspend(SuspendPolicy policy) const noexcept {
    MailboxBuilder next = *this;
    next.settings_.when_suspended = policy;
    return next;
  }
  /// In per cent of the capacity: above `high` it is under pressure, until it is below `low`.
  [[nodiscard]] constexpr MailboxBuilder marks(std::uint8_t high, std::uint8_t low) const noexcept {
    MailboxBuilder next = *this;
    next.settings_.high_water = high;
    next.settings_.low_water = low;
    return next;
  }

  /// An error if no mailbox can be so: a capacity of 0, a bound that is none, marks the wrong way round.
  [[nodiscard]] constexpr Result<MailboxChoice> build() const noexcept {
    const bool has_bound = settings_.kind != engine::QueueKind::bounded || settings_.capacity != engine::no_limit;
    if (settings_.capacity == 0 || !has_bound || settings_.low_water > settings_.high_water ||
        settings_.high_water > 100) {
      return std::unexpected{Error::invalid_argument};
    }
    return MailboxChoice{settings_};
  }
  /// The same without a look: if no mailbox can be so, nothing can be spawned with it.
  // NOLINTNEXTLINE(google-explicit-constructor): it stands where a choice does.
  explicit(false) constexpr operator MailboxChoice() const noexcept { return MailboxChoice{settings_}; }

private:
  [[nodiscard]] constexpr MailboxBuilder of_kind(engine::QueueKind kind, std::uint32_t capacity) const noexcept {
    MailboxBuilder next = *this;
    next.settings_.kind = kind;
    next.settings_.capacity = capacity;
    return next;
  }

  // As of `Bounded` and its like; the engine's own default is for mailboxes without an actor.
  engine::MailboxSettings settings_{.overflow = Overflow::drop_newest};
};

}  // namespace sluice::inline SLUICE_ABI
