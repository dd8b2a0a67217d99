// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/mutex.hpp>

namespace sluice::inline SLUICE_ABI {

/// The clock of a record that several systems use one after the other: it goes as that of the present one does, and
/// never back. Between two systems it stands still.
///
/// Under a lock, because a late sender may ask for the time of its dead letter while the system ends: behind `stop`
/// nobody looks at the system's clock any more, and that one may die.
///
/// Thread safety: any thread, but for `now_while_followed`.
class RecordClock final : public Clock {
public:
  constexpr RecordClock() noexcept = default;

  void follow(const Clock& clock) noexcept {
    const auto state = state_.lock();
    offset_ = state->offset = state->stopped_at - clock.now();
    source_ = state->source = &clock;
  }
  void stop() noexcept {
    const auto state = state_.lock();
    state->stopped_at = state->now();
    state->source = nullptr;
  }

  [[nodiscard]] Instant now() const noexcept override { return state_.lock()->now(); }

  /// The same for the actors of the system, on their runners: while one of them lives, nobody stops the clock, and it can
  /// do without the lock.
  [[nodiscard]] Instant now_while_followed() const noexcept { return source_->now() + offset_; }

private:
  struct State {
    [[nodiscard]] Instant now() const noexcept { return source == nullptr ? stopped_at : source->now() + offset; }

    const Clock* source = nullptr;
    Duration offset{};
    Instant stopped_at{};
  };

  mutable SyncMutex<State> state_;
  const Clock* source_ = nullptr;  ///< copies of what is under the lock, written before the system has actors
  Duration offset_{};
};

}  // namespace sluice::inline SLUICE_ABI
