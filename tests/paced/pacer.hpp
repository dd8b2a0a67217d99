// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <sluice_test/probe.hpp>
#include <thread>
#include <vector>

namespace sluice::paced {

using SteadyClock = std::chrono::steady_clock;
using std::chrono::microseconds;
using std::chrono::milliseconds;

/// Calls `send(number)` at absolute moments: who is late catches up, and the rate stays as planned.
template <class Send>
void at_rate(std::uint32_t per_second, std::uint32_t count, Send send) {
  const auto begin = SteadyClock::now();
  for (std::uint32_t number = 0; number < count; ++number) {
    std::this_thread::sleep_until(begin + number * (std::chrono::nanoseconds{1'000'000'000} / per_second));
    send(number);
  }
}

/// How long each message waited; written by one thread at a time, read when all is quiet.
class Waits {
public:
  explicit Waits(std::uint32_t count) { waits_.reserve(count); }

  void note(SteadyClock::duration wait) { waits_.push_back(wait); }

  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(waits_.size()); }
  [[nodiscard]] microseconds mean() const {
    const auto sum = std::accumulate(waits_.begin(), waits_.end(), SteadyClock::duration{});
    return std::chrono::duration_cast<microseconds>(sum / std::max<std::int64_t>(1, count()));
  }
  /// What `percent` of them did not exceed.
  [[nodiscard]] microseconds percentile(std::uint32_t percent) {
    if (waits_.empty()) {
      return microseconds::max();
    }
    std::sort(waits_.begin(), waits_.end());
    return std::chrono::duration_cast<microseconds>(waits_[(waits_.size() - 1) * percent / 100]);
  }

private:
  std::vector<SteadyClock::duration> waits_;
};

/// A mailbox that is asked, one question at a time, and notes how long it took to be heard.
class Timed final : public contract::Probe {
public:
  Timed(engine::Dispatcher& dispatcher, std::uint32_t count, engine::Lane* lane = nullptr)
      : Probe{dispatcher, lane}, waits{count}, sent_(count) {}

  void send_now(std::uint32_t number) {
    sent_[number] = SteadyClock::now();
    refused += send({0, number}).posted == engine::Posted::queued ? 0u : 1u;
  }

  Waits waits;
  std::uint32_t refused = 0;

private:
  void on_message(contract::Numbered message) noexcept override {
    waits.note(SteadyClock::now() - sent_[message.number]);
  }
  std::vector<SteadyClock::time_point> sent_;
};

}  // namespace sluice::paced
