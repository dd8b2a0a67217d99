// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>

namespace sluice::bench {

/// Tells an outside thread when handlers have done their last: the last of several to arrive notes the time and wakes it.
/// For the ends of a run, not for each message: it takes a lock.
///
/// Thread safety: `arrive` from any thread, as often as there are parties; the rest by the one who waits. It may end
/// the object as soon as it is told.
class Finish {
public:
  using Clock = std::chrono::steady_clock;

  explicit Finish(std::uint32_t parties = 1) noexcept : left_{parties} {}
  Finish(const Finish&) = delete;
  Finish& operator=(const Finish&) = delete;

  void arrive() noexcept {
    const Clock::time_point now = Clock::now();  // first: nobody's lock counts
    const std::lock_guard lock{mutex_};
    if (--left_ == 0) {
      at_ = now;
      finished_.notify_one();  // under the lock: who is told may end this object
    }
  }

  /// Blocks: until the last has arrived. Tells when that was.
  [[nodiscard]] Clock::time_point wait() {
    std::unique_lock lock{mutex_};
    finished_.wait(lock, [this] { return left_ == 0; });
    return at_;
  }

  /// The same, but nothing if it takes longer than `patience`.
  [[nodiscard]] std::optional<Clock::time_point> wait_for(std::chrono::nanoseconds patience) {
    std::unique_lock lock{mutex_};
    const bool is_finished = finished_.wait_for(lock, patience, [this] { return left_ == 0; });
    return is_finished ? std::optional{at_} : std::nullopt;
  }

private:
  std::mutex mutex_;
  std::condition_variable finished_;
  std::uint32_t left_;
  Clock::time_point at_;
};

}  // namespace sluice::bench
