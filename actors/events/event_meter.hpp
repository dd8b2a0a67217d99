// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/mutex.hpp>

namespace sluice::inline SLUICE_ABI {

/// What a stream did while it was measured.
struct EventMetrics {
  std::uint64_t published = 0;  ///< events
  std::uint64_t taken = 0;      ///< ... out of buffers
  Duration delay_sum{};         ///< of those: from publication to taking
  Duration longest_delay{};
  Instant first{};  ///< publication
  Instant last{};   ///< ...

  [[nodiscard]] Duration mean_delay() const noexcept {
    return taken == 0 ? Duration{} : delay_sum / static_cast<Duration::rep>(taken);
  }
  /// Events per second, from the first publication to the last one; 0 if there are less than two.
  [[nodiscard]] std::uint64_t throughput() const noexcept {
    const auto span = static_cast<std::uint64_t>((last - first).count());
    return span == 0 ? 0 : (published - 1) * std::uint64_t{1'000'000'000} / span;
  }
};

/// Measures a stream: `EventStream::measure`. Without one, no clock is read.
///
/// Thread safety: any thread.
/// Allocates: never.
class EventMeter {
public:
  /// Whoever takes an event that waited for longer than `late_after` brings about a `BackpressureWarning`.
  explicit EventMeter(const Clock& clock, Duration late_after = Duration::max()) noexcept
      : clock_{clock}, late_after_{late_after} {}
  EventMeter(const EventMeter&) = delete;
  EventMeter& operator=(const EventMeter&) = delete;

  [[nodiscard]] EventMetrics metrics() const noexcept { return *metrics_.lock(); }
  [[nodiscard]] Duration late_after() const noexcept { return late_after_; }

  /// An event is published: when.
  [[nodiscard]] Instant note_publication() noexcept {
    const Instant now = clock_.now();
    const auto metrics = metrics_.lock();
    metrics->first = metrics->published == 0 ? now : metrics->first;
    metrics->last = now > metrics->last ? now : metrics->last;  // another publisher may have been faster
    ++metrics->published;
    return now;
  }

  /// One that was published then is taken: how long it waited.
  [[nodiscard]] Duration note_taking(Instant published_at) noexcept {
    const Duration delay = clock_.now() - published_at;
    const auto metrics = metrics_.lock();
    ++metrics->taken;
    metrics->delay_sum += delay;
    metrics->longest_delay = delay > metrics->longest_delay ? delay : metrics->longest_delay;
    return delay;
  }

private:
  const Clock& clock_;
  const Duration late_after_;
  mutable SyncMutex<EventMetrics> metrics_;
};

}  // namespace sluice::inline SLUICE_ABI
