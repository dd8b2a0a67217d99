// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/clock.hpp>

namespace sluice::inline SLUICE_ABI {

/// A figure that anybody adds to and anybody reads. It wraps around: on 32-bit targets at 2^32.
using Figure = engine::Atomic<std::uintptr_t>;

/// How often something took how long, as it was at one moment.
struct HistogramSnapshot {
  /// Bucket `i` has what took at most `2^(10 + i)` ns and is in none before it; the last one has all the rest. So the
  /// first is about 1 us, and the last but one about 69 s.
  static constexpr std::size_t buckets = 28;

  /// The longest that is in bucket `i`, which is not the last.
  [[nodiscard]] static constexpr Duration limit(std::size_t i) noexcept { return Duration{std::int64_t{1024} << i}; }
  [[nodiscard]] static constexpr std::size_t bucket_of(Duration duration) noexcept {
    const std::int64_t nanoseconds = duration.count();
    if (nanoseconds <= 1024) {
      return 0;
    }
    const auto index = static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(nanoseconds - 1)) - 10);
    return index < buckets ? index : buckets - 1;
  }

  [[nodiscard]] constexpr std::uint64_t count() const noexcept {
    std::uint64_t all = 0;
    for (const std::uint64_t each : in) {
      all += each;
    }
    return all;
  }
  /// 0 if there is nothing.
  [[nodiscard]] constexpr Duration mean() const noexcept {
    const std::uint64_t all = count();
    return all == 0 ? Duration{} : sum / static_cast<std::int64_t>(all);
  }

  std::array<std::uint64_t, buckets> in{};
  Duration sum{};
};

/// Adds durations up.
///
/// Thread safety: any thread.
class SummedTime {
public:
  /// They wrap around; so the difference of two is taken first, and is a duration then.
  using Ticks = std::uintptr_t;
  [[nodiscard]] static constexpr Duration duration(Ticks ticks) noexcept {
    return unit * static_cast<std::int64_t>(ticks);
  }

  void add(Duration duration) noexcept {
    sum_.fetch_add(static_cast<std::uintptr_t>(duration / unit), std::memory_order_relaxed);  // a figure
  }
  [[nodiscard]] Ticks ticks() const noexcept {
    return sum_.load(std::memory_order_relaxed);  // a figure
  }
  [[nodiscard]] Duration sum() const noexcept { return duration(ticks()); }

private:
  /// What a word holds is then 292 years, or an hour.
  static constexpr Duration unit{sizeof(std::uintptr_t) == sizeof(std::uint64_t) ? 1 : 1000};

  Figure sum_{0};
};

/// Counts durations in buckets of powers of two.
///
/// Thread safety: any thread. What is read while others add may lack the latest.
/// Allocates: never.
class Log2Histogram {
public:
  void add(Duration duration) noexcept {
    in_[HistogramSnapshot::bucket_of(duration)].fetch_add(1, std::memory_order_relaxed);  // a figure
    sum_.add(duration);
  }

  [[nodiscard]] SummedTime::Ticks ticks() const noexcept { return sum_.ticks(); }
  [[nodiscard]] HistogramSnapshot snapshot() const noexcept {
    HistogramSnapshot copy;
    for (std::size_t i = 0; i < in_.size(); ++i) {
      copy.in[i] = in_[i].load(std::memory_order_relaxed);  // a figure
    }
    copy.sum = sum_.sum();
    return copy;
  }

private:
  std::array<Figure, HistogramSnapshot::buckets> in_{};
  SummedTime sum_;
};

}  // namespace sluice::inline SLUICE_ABI
