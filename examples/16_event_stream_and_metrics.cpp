// SPDX-License-Identifier: BSL-1.0
// A slow subscriber has a buffer: the stream tells what it lost, and publishers learn that somebody is behind. Events may
// be of a kind: who subscribes to that gets all of them. How actors do is measured while somebody listens.
#include <chrono>
#include <cstdio>
#include <sluice/sluice.hpp>

struct Alarm {
  int level = 0;
};
struct Smoke : Alarm {
  using EventFamily = Alarm;  // who subscribed to alarms gets smoke, too
};
struct Reading {
  int number = 0;
};

void show_event_stream(sluice::EventStream& events) {
  const auto alarms =
      events.subscribe<Alarm>([](const Alarm& alarm) { std::printf("an alarm of level %d\n", alarm.level); });
  Smoke smoke;
  smoke.level = 2;
  events.publish(smoke);

  const auto reports = events.subscribe<sluice::EventsDropped>(
      [](const sluice::EventsDropped& dropped) { std::printf("%u of %u lost\n", dropped.count, dropped.total); });
  auto slow = events.subscribe_buffered<Reading>({.capacity = 10, .overflow = sluice::Overflow::drop_oldest}).value();
  sluice::PublishResult last;
  for (int number = 1; number <= 15; ++number) {
    last = events.publish(Reading{number});
  }
  std::printf("publishers should%s wait\n", last.level == sluice::BackpressureLevel::none ? " not" : "");
  if (const auto oldest = slow.try_next()) {
    std::printf("the oldest that is left is %d\n", oldest->number);
  }
  slow.drain([](Reading) {});

  const sluice::EventCounters counters = events.counters();
  std::printf("published %llu, dropped %llu\n", static_cast<unsigned long long>(counters.published),
              static_cast<unsigned long long>(counters.dropped()));
}

struct Order {};

class Clerk {
public:
  explicit Clerk(sluice::engine::ManualClock* clock) : clock_{clock} {}
  void on(Order) { clock_->advance(std::chrono::milliseconds{2}); }

private:
  sluice::engine::ManualClock* clock_;
};

/// Nothing is measured before somebody listens. Time is moved by hand here, so that the figures are always the same.
void show_metrics() {
  sluice::engine::ManualExecutor executor;
  sluice::engine::ManualClock clock;
  sluice::ActorSystem system{
      {.executor = &executor, .clock = &clock, .telemetry = sluice::Telemetry{.alert_depth = 5}}};
  const auto clerk = system.spawn<Clerk>({}, &clock);

  const auto alerts = system.events().subscribe<sluice::MailboxAlert>([](const sluice::MailboxAlert& alert) {
    std::printf("%u orders wait: %s\n", alert.depth, alert.is_raised ? "too many" : "few enough");
  });
  const auto samples = system.events().subscribe<sluice::MailboxSample>([](const sluice::MailboxSample& sample) {
    std::printf("a second of %s: %u handled, each in %lld ms\n", sample.kind, sample.handled_since,
                static_cast<long long>(sample.handling.count() / 1'000'000));
  });
  executor.run_until_idle();  // everybody hears that somebody listens
  for (int number = 0; number < 8; ++number) {
    clerk.tell(Order{});
  }
  executor.run_until_idle();
  clock.advance(std::chrono::seconds{1});
  system.advance_timers();
  executor.run_until_idle();

  system.metrics().each_mailbox([](const sluice::MailboxMetrics& metrics) {
    if (metrics.handled != 0) {
      std::printf("%s: at most %llu waited, %lld ms on average\n", metrics.kind,
                  static_cast<unsigned long long>(metrics.deepest),
                  static_cast<long long>(metrics.residence.mean().count() / 1'000'000));
    }
  });
}

int main() {
  sluice::ActorSystem system;
  system.events().set_log(sluice::EventLog::nothing);
  show_event_stream(system.events());
  show_metrics();
}
