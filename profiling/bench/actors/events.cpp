// SPDX-License-Identifier: BSL-1.0
//
// Events of 64 bytes: one publisher, and 1, 10 or 1,000 callbacks; then as many buffers that their owners empty.
#include <sluice/profiling/bench/actors/actor_workloads.hpp>

#include <sluice/actors/events/buffer/buffered_subscription.hpp>
#include <sluice/profiling/bench/verify.hpp>

#include <algorithm>
#include <chrono>
#include <vector>

namespace sluice::bench {

namespace {

using SteadyClock = std::chrono::steady_clock;

struct Measurement {
  std::uint64_t value;
  std::uint64_t rest[7];
};

constexpr std::uint64_t all_deliveries = 4'000'000;

/// How often each subscriber hears something.
std::uint64_t events_for(const RunOptions& options, std::uint64_t subscribers) {
  return std::max<std::uint64_t>(1, options.shrunk(all_deliveries) / subscribers);
}

double nanoseconds_per_call(const RunOptions& options, std::uint64_t subscribers, std::uint64_t& verified) {
  const std::uint64_t events = events_for(options, subscribers);
  EventStream stream;
  Tally heard;
  std::vector<Subscription> subscriptions;
  subscriptions.reserve(subscribers);
  for (std::uint64_t i = 0; i < subscribers; ++i) {
    subscriptions.push_back(*stream.subscribe<Measurement>([&](const Measurement& event) { heard.add(event.value); }));
  }

  const auto start = SteadyClock::now();
  for (std::uint64_t value = 1; value <= events; ++value) {
    (void)stream.publish(Measurement{.value = value, .rest = {}});
  }
  const auto elapsed = SteadyClock::now() - start;

  verified += verify_tally("events", Tally::of_numbers_to(events, subscribers), heard);
  return nanoseconds_each(elapsed, events * subscribers);
}

double nanoseconds_per_buffered(const RunOptions& options, std::uint64_t subscribers, std::uint64_t& verified) {
  const std::uint64_t events = events_for(options, subscribers);
  EventStream stream;
  Tally heard;
  std::vector<BufferedSubscription<Measurement>> subscriptions;
  subscriptions.reserve(subscribers);
  for (std::uint64_t i = 0; i < subscribers; ++i) {
    subscriptions.push_back(*stream.subscribe_buffered<Measurement>({.capacity = 64}));
  }

  const auto start = SteadyClock::now();
  for (std::uint64_t value = 1; value <= events; ++value) {
    (void)stream.publish(Measurement{.value = value, .rest = {}});
    for (auto& each : subscriptions) {
      if (const auto event = each.try_next()) {
        heard.add(event->value);
      }
    }
  }
  const auto elapsed = SteadyClock::now() - start;

  verified += verify_tally("events", Tally::of_numbers_to(events, subscribers), heard);
  return nanoseconds_each(elapsed, events * subscribers);
}

}  // namespace

Outcome run_events(const RunOptions& options) {
  Outcome outcome;
  const std::uint64_t numbers[] = {1, 10, 1'000};
  constexpr std::string_view called[] = {"callbacks_1", "callbacks_10", "callbacks_1000"};
  constexpr std::string_view buffered[] = {"buffers_1", "buffers_10", "buffers_1000"};
  for (std::size_t i = 0; i < 3; ++i) {
    outcome.samples.push_back({nanoseconds_per_call(options, numbers[i], outcome.verified), "ns/delivery", called[i]});
  }
  for (std::size_t i = 0; i < 3; ++i) {
    outcome.samples.push_back(
        {nanoseconds_per_buffered(options, numbers[i], outcome.verified), "ns/delivery", buffered[i]});
  }
  return outcome;
}

}  // namespace sluice::bench
