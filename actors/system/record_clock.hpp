// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/clock.hpp>

namespace sluice::inline SLUICE_ABI {

/// The clock of a record that several systems use one after the other: it goes as that of the present one does, and
/// never back. Between two systems it stands still.
///
/// Thread safety: `now` from any thread; `follow` and `stop` while no other thread reads the clock of before.
class RecordClock final : public Clock {
public:
  constexpr RecordClock() noexcept = default;

  void follow(const Clock& clock) noexcept {
    // release | the offset, to the acquire in `now`.
    offset_ = stopped_at_ - clock.now();
    source_.store(&clock, std::memory_order_release);
  }
  void stop() noexcept {
    stopped_at_ = now();
    source_.store(nullptr, std::memory_order_relaxed);  // who still asks gets the time above
  }

  [[nodiscard]] Instant now() const noexcept override {
    // acquire | the offset, from the release in `follow`.
    const Clock* const source = source_.load(std::memory_order_acquire);
    return source == nullptr ? stopped_at_ : source->now() + offset_;
  }

private:
  engine::Atomic<const Clock*> source_{nullptr};
  Duration offset_{};
  Instant stopped_at_{};
};

}  // namespace sluice::inline SLUICE_ABI
