// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/dispatch/metrics_sink.hpp>
#include <sluice/engine/mutex.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Measures one mailbox for a metrics sink. A mailbox without a sink has none.
///
/// Thread safety: everything from any thread.
class Meter {
public:
  Meter(const Clock& clock, MetricsSink& sink) noexcept : clock_{clock}, sink_{sink} {}

  [[nodiscard]] Instant now() const noexcept { return clock_.now(); }
  [[nodiscard]] MetricsSink& sink() const noexcept { return sink_; }

  // What is in an unbounded queue, which does not count itself. Counted before it is pushed, so never too low.
  void note_arrival() noexcept { depth_.fetch_add(1, std::memory_order_relaxed); }  // a count that carries nothing else
  void note_departure() noexcept { depth_.fetch_sub(1, std::memory_order_relaxed); }
  [[nodiscard]] std::uint32_t depth() const noexcept { return depth_.load(std::memory_order_relaxed); }

  /// From now on `cause` keeps handlers from running. Nested pauses of one cause count once.
  void begin_pause(Pause cause) noexcept {
    const Instant begin = now();
    const auto spans = spans_.lock();
    Span& span = spans->of[index(cause)];
    if (span.depth++ == 0) {
      span.since = begin;
    }
  }

  /// `wholly` ends all that are nested. Never in place: the slices that measure nothing would pay for its registers.
  [[gnu::noinline]] void end_pause(const Mailbox& mailbox, Pause cause, bool wholly = false) noexcept {
    const Instant end = now();
    const auto spans = spans_.lock();
    Span& span = spans->of[index(cause)];
    if (span.depth == 0) {
      return;
    }
    span.depth = wholly ? 0 : span.depth - 1;
    if (span.depth == 0) {
      sink_.paused(mailbox, cause, end - span.since);  // under the lock: pauses are told one at a time, in order
    }
  }

  /// The mailbox has closed: whatever kept its handlers from running is over.
  void end_pauses(const Mailbox& mailbox) noexcept {
    for (const Pause cause : {Pause::supervision, Pause::offer, Pause::await}) {
      end_pause(mailbox, cause, true);
    }
  }

private:
  struct Span {
    Instant since;
    std::uint32_t depth = 0;
  };
  struct Spans {
    Span of[3];
  };

  [[nodiscard]] static std::size_t index(Pause cause) noexcept { return static_cast<std::size_t>(cause); }

  const Clock& clock_;
  MetricsSink& sink_;
  Atomic<std::uint32_t> depth_{0};
  SyncMutex<Spans> spans_;
};

}  // namespace sluice::inline SLUICE_ABI::engine
