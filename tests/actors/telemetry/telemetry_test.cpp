// SPDX-License-Identifier: BSL-1.0
// R4.1, R4.2, R4.3, US12, FR-MBX-5, SC-8: what is measured while somebody listens, and that nothing is otherwise.
#include <sluice/actors/stash_buffer.hpp>
#include <sluice/actors/telemetry/samples.hpp>
#include <sluice/actors/telemetry/system_metrics.hpp>
#include <sluice_test/test.hpp>
#include <string_view>

#include <sluice_test/manual_system.hpp>

namespace sluice {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

/// Goes on by hand, and counts how often somebody wants to know the time.
struct CountingClock final : Clock {
  [[nodiscard]] Instant now() const noexcept override {
    ++reads;
    return at;
  }
  mutable std::uint32_t reads = 0;
  Instant at{};
};

struct Job {
  int milliseconds_to_take = 0;
};
struct Later {};
struct Now {};
struct Spawn {};

class Worker {
public:
  explicit Worker(CountingClock* clock) noexcept : clock_{clock} {}
  void on(Job job) { clock_->at += milliseconds{job.milliseconds_to_take}; }

private:
  CountingClock* clock_;
};

/// Keeps what comes for later.
class Keeper {
public:
  static constexpr std::uint32_t stash_capacity = 16;
  void on(ActorContext<Keeper>& context, Later later) {
    if (!is_open_) {
      (void)context.stash(later);
    }
  }
  void on(ActorContext<Keeper>& context, Now) {
    is_open_ = true;
    context.unstash_all();
  }

private:
  bool is_open_ = false;
};

class Parent {
public:
  explicit Parent(CountingClock* clock) noexcept : clock_{clock} {}
  void on(ActorContext<Parent>& context, Spawn) { child_ = context.spawn<Worker>({.name = "child"}, clock_); }
  void on(Job job) { child_.tell(job); }

private:
  CountingClock* clock_;
  ActorRef<Worker> child_;
};

class MeasuredSystem : public testing::Test {
protected:
  struct Stage {
    explicit Stage(const SystemOptions& options) noexcept : system{options} {}
    ActorSystem system;
  };

  [[nodiscard]] SystemOptions with(const Telemetry& telemetry) noexcept {
    return {.executor = &executor, .clock = &clock, .telemetry = telemetry};
  }
  static void pass(ActorSystem& system, CountingClock& clock, Duration time) noexcept {
    clock.at += time;
    system.advance_timers();
  }
  void run() noexcept { executor.run_until_idle(); }

  /// What was measured of the kind whose name ends like this; nothing if it was not.
  static MailboxMetrics metrics_of(ActorSystem& system, std::string_view kind) noexcept {
    MailboxMetrics found;
    system.metrics().each_mailbox([&](const MailboxMetrics& each) {
      if (std::string_view{each.kind}.ends_with(kind)) {
        found = each;
      }
    });
    return found;
  }
  static DispatcherMetrics load_of(ActorSystem& system) noexcept {
    DispatcherMetrics first;
    bool is_first = true;
    system.metrics().each_dispatcher([&](const DispatcherMetrics& each) {
      if (is_first) {
        first = each;
      }
      is_first = false;
    });
    return first;
  }

  engine::ManualExecutor executor;
  CountingClock clock;
};

/// Hears samples until it ends.
struct Samples {
  explicit Samples(ActorSystem& system) noexcept
      : subscription{*system.events().subscribe<MailboxSample>([this](const MailboxSample& sample) noexcept {
          ++count;
          if (std::string_view{sample.kind}.ends_with("Worker")) {
            ++of_workers;
            last = sample;
          }
        })} {}
  Samples(const Samples&) = delete;
  Samples& operator=(const Samples&) = delete;

  std::uint32_t count = 0;
  std::uint32_t of_workers = 0;
  MailboxSample last{};
  Subscription subscription;
};

struct Alerts {
  explicit Alerts(ActorSystem& system) noexcept
      : subscription{*system.events().subscribe<MailboxAlert>([this](const MailboxAlert& alert) noexcept {
          ++(alert.is_raised ? raised : over)[static_cast<std::size_t>(alert.cause)];
          last = alert;
        })} {}
  Alerts(const Alerts&) = delete;
  Alerts& operator=(const Alerts&) = delete;

  [[nodiscard]] std::uint32_t raised_by(MailboxAlert::Cause cause) const noexcept {
    return raised[static_cast<std::size_t>(cause)];
  }
  [[nodiscard]] std::uint32_t over_by(MailboxAlert::Cause cause) const noexcept {
    return over[static_cast<std::size_t>(cause)];
  }

  std::uint32_t raised[3]{};
  std::uint32_t over[3]{};
  MailboxAlert last{};
  Subscription subscription;
};

TEST_F(MeasuredSystem, reads_no_clock_and_has_no_figures_before_somebody_listens) {  // R4.3
  ActorSystem system{with({.period = seconds{1}, .alert_depth = 1, .alert_residence = seconds{1}})};
  const auto worker = system.spawn<Worker>({}, &clock);
  run();
  const std::uint32_t before = clock.reads;

  for (int round = 0; round < 100; ++round) {
    for (int i = 0; i < 10; ++i) {
      worker.tell(Job{});
    }
    (void)system.suspend(worker);
    (void)system.resume(worker);
    run();
  }

  EXPECT_EQ(clock.reads, before);
  std::uint32_t kinds = 0;
  system.metrics().each_mailbox([&](const MailboxMetrics&) { ++kinds; });
  EXPECT_EQ(kinds, 0u);
}

TEST_F(MeasuredSystem, that_is_switched_off_measures_nothing_for_listeners) {  // R4.3
  ActorSystem system{{.executor = &executor, .clock = &clock}};
  const Samples samples{system};
  const auto worker = system.spawn<Worker>({}, &clock);
  run();
  const std::uint32_t before = clock.reads;

  worker.tell(Job{});
  run();

  EXPECT_EQ(clock.reads, before);
}

TEST_F(MeasuredSystem, records_throughput_and_residence_of_a_thousand_messages) {  // US12.1
  ActorSystem system{with({.alert_depth = 5})};
  const Alerts alerts{system};
  const auto worker = system.spawn<Worker>({}, &clock);

  for (int round = 0; round < 100; ++round) {
    for (int i = 0; i < 10; ++i) {
      worker.tell(Job{.milliseconds_to_take = 1});
    }
    EXPECT_EQ(metrics_of(system, "Worker").depth, 10u);
    run();
  }

  const MailboxMetrics metrics = metrics_of(system, "Worker");
  EXPECT_EQ(metrics.handled, 1000u);
  EXPECT_EQ(metrics.arrived, 1000u);
  EXPECT_EQ(metrics.depth, 0u);
  EXPECT_EQ(metrics.deepest, 10u);
  EXPECT_EQ(metrics.residence.count(), 1000u);
  EXPECT_EQ(metrics.residence.sum, milliseconds{100 * 45});
  EXPECT_EQ(metrics.handling.sum, milliseconds{1000});
  EXPECT_EQ(metrics.handling.in[HistogramSnapshot::bucket_of(milliseconds{1})], 1000u);
  EXPECT_EQ(metrics.alerts, 100u);
  EXPECT_EQ(alerts.raised_by(MailboxAlert::Cause::depth), 100u);
  EXPECT_EQ(alerts.over_by(MailboxAlert::Cause::depth), 100u);
}

TEST_F(MeasuredSystem, alerts_once_per_crossing_and_again_after_half_of_it) {  // US12.1
  ActorSystem system{with({.alert_depth = 4})};
  const Alerts alerts{system};
  const auto worker = system.spawn<Worker>({}, &clock);
  const auto tell = [&](int number) {
    for (int i = 0; i < number; ++i) {
      worker.tell(Job{});
    }
  };
  run();
  (void)system.suspend(worker);
  run();

  tell(4);
  EXPECT_EQ(alerts.raised_by(MailboxAlert::Cause::depth), 0u);
  tell(3);

  EXPECT_EQ(alerts.raised_by(MailboxAlert::Cause::depth), 1u);
  EXPECT_EQ(alerts.last.depth, 5u);
  EXPECT_TRUE(alerts.last.actor.address() == worker.address());
  (void)system.resume(worker);
  run();
  EXPECT_EQ(alerts.over_by(MailboxAlert::Cause::depth), 1u);
  EXPECT_EQ(alerts.last.depth, 2u);
  tell(5);
  EXPECT_EQ(alerts.raised_by(MailboxAlert::Cause::depth), 2u);
}

TEST_F(MeasuredSystem, alerts_of_messages_that_waited_for_too_long) {  // US12.1
  ActorSystem system{with({.alert_residence = milliseconds{10}})};
  const Alerts alerts{system};
  const auto worker = system.spawn<Worker>({}, &clock);
  const auto wait = [&](Duration time) {
    worker.tell(Job{});
    clock.at += time;
    run();
  };

  wait(milliseconds{10});
  EXPECT_EQ(alerts.raised_by(MailboxAlert::Cause::residence), 0u);
  wait(milliseconds{11});
  wait(milliseconds{20});
  wait(milliseconds{6});

  EXPECT_EQ(alerts.raised_by(MailboxAlert::Cause::residence), 1u);
  EXPECT_EQ(alerts.last.duration, milliseconds{11});
  wait(milliseconds{5});
  EXPECT_EQ(alerts.over_by(MailboxAlert::Cause::residence), 1u);
}

TEST_F(MeasuredSystem, adds_up_a_hundred_suspensions) {  // US12.2, SC-8: within 5 %; here it is exact
  ActorSystem system{with({})};
  const Samples samples{system};
  const auto worker = system.spawn<Worker>({}, &clock);
  run();
  Duration expected{};

  for (int cycle = 1; cycle <= 100; ++cycle) {
    (void)system.suspend(worker);
    run();
    worker.tell(Job{});
    clock.at += milliseconds{cycle};
    expected += milliseconds{cycle};
    EXPECT_EQ(metrics_of(system, "Worker").suspended, 1u);
    (void)system.resume(worker);
    run();
    clock.at += milliseconds{1};
  }

  const MailboxMetrics metrics = metrics_of(system, "Worker");
  EXPECT_EQ(metrics.suspensions, 100u);
  EXPECT_EQ(metrics.suspended_time, expected);
  EXPECT_EQ(metrics.suspended, 0u);
  EXPECT_EQ(metrics.handled, 100u);
}

TEST_F(MeasuredSystem, records_the_size_of_stashes) {  // US12.2
  ActorSystem system{with({.always = true})};
  const auto keeper = system.spawn<Keeper>();

  for (int i = 0; i < 3; ++i) {
    keeper.tell(Later{});
  }
  run();
  EXPECT_EQ(metrics_of(system, "Keeper").stashed, 3u);
  keeper.tell(Now{});
  run();

  EXPECT_EQ(metrics_of(system, "Keeper").stashed, 0u);
  EXPECT_EQ(metrics_of(system, "Keeper").largest_stash, 3u);
  EXPECT_EQ(metrics_of(system, "Keeper").depth, 0u);
}

TEST_F(MeasuredSystem, alerts_while_an_actor_is_suspended_for_too_long) {  // US12
  ActorSystem system{with({.alert_suspension = milliseconds{50}})};
  const Alerts alerts{system};
  const auto worker = system.spawn<Worker>({}, &clock);
  run();

  (void)system.suspend(worker);
  run();
  pass(system, clock, milliseconds{49});
  run();
  EXPECT_EQ(alerts.raised_by(MailboxAlert::Cause::suspension), 0u);
  pass(system, clock, milliseconds{1});
  run();
  EXPECT_EQ(alerts.raised_by(MailboxAlert::Cause::suspension), 1u);
  pass(system, clock, milliseconds{100});
  run();

  EXPECT_EQ(alerts.raised_by(MailboxAlert::Cause::suspension), 1u);
  (void)system.resume(worker);
  run();
  EXPECT_EQ(alerts.over_by(MailboxAlert::Cause::suspension), 1u);
  EXPECT_EQ(alerts.last.duration, milliseconds{150});
}

TEST_F(MeasuredSystem, tells_a_sample_per_period_and_the_last_state_and_then_nothing) {  // R4.1
  ActorSystem system{with({.period = seconds{1}})};
  const Samples samples{system};
  const auto worker = system.spawn<Worker>({}, &clock);

  worker.tell(Job{.milliseconds_to_take = 2});
  run();
  EXPECT_EQ(samples.of_workers, 0u);
  for (int i = 0; i < 9; ++i) {
    pass(system, clock, milliseconds{100});
    worker.tell(Job{.milliseconds_to_take = 2});
    run();
  }
  pass(system, clock, milliseconds{100});
  run();
  EXPECT_EQ(samples.of_workers, 1u);
  EXPECT_EQ(samples.last.handled_since, 10u);
  EXPECT_EQ(samples.last.handling, milliseconds{2});
  worker.tell(Job{.milliseconds_to_take = 4});
  run();
  pass(system, clock, seconds{1});
  run();

  EXPECT_EQ(samples.of_workers, 2u);
  EXPECT_EQ(samples.last.handled_since, 1u);
  EXPECT_EQ(samples.last.handled, 11u);
  EXPECT_EQ(samples.last.handling, milliseconds{4});
  for (int i = 0; i < 5; ++i) {
    pass(system, clock, seconds{1});
    run();
  }
  EXPECT_EQ(samples.of_workers, 2u);
  worker.tell(Job{});
  run();
  pass(system, clock, seconds{1});
  run();
  EXPECT_EQ(samples.of_workers, 3u);
}

TEST_F(MeasuredSystem, tells_the_load_of_its_dispatcher) {  // R4.1
  DispatcherSample last{};
  std::uint32_t count = 0;
  SystemOptions options = with({.period = seconds{1}});
  options.dispatcher.throughput = 4;
  ActorSystem system{options};
  const auto subscription = system.events().subscribe<DispatcherSample>([&](const DispatcherSample& sample) noexcept {
    ++count;
    last = sample;
  });
  const auto worker = system.spawn<Worker>({}, &clock);
  run();

  const std::uint64_t before = load_of(system).slices;
  for (int i = 0; i < 10; ++i) {
    worker.tell(Job{});
  }
  run();
  pass(system, clock, seconds{1});
  run();

  EXPECT_EQ(load_of(system).slices - before, 4u);  // 4, 4, 2, and the guardian that is told of the time
  EXPECT_EQ(load_of(system).messages, 10u);
  EXPECT_EQ(load_of(system).largest_slice, 4u);
  EXPECT_EQ(load_of(system).inhabitants, 2u);  // the guardian, too
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(last.messages_since, 10u);
}

TEST_F(MeasuredSystem, counts_the_slices_that_a_deadline_cuts) {  // US12
  SystemOptions options = with({.always = true});
  options.dispatcher.throughput_deadline = milliseconds{5};
  ActorSystem system{options};
  const auto worker = system.spawn<Worker>({}, &clock);

  for (int i = 0; i < 6; ++i) {
    worker.tell(Job{.milliseconds_to_take = 2});
  }
  run();

  EXPECT_EQ(load_of(system).deadline_cuts, 1u);  // behind the third; behind the sixth nothing was left
}

TEST_F(MeasuredSystem, begins_with_actors_that_are_there_and_their_children) {  // R4.1
  ActorSystem system{with({})};
  const auto parent = system.spawn<Parent>({}, &clock);
  parent.tell(Spawn{});
  parent.tell(Job{});
  run();

  const Samples samples{system};
  run();
  parent.tell(Job{});
  run();

  EXPECT_EQ(metrics_of(system, "Parent").actors, 1u);
  EXPECT_EQ(metrics_of(system, "Parent").handled, 1u);
  EXPECT_EQ(metrics_of(system, "Worker").handled, 1u);
  EXPECT_EQ(metrics_of(system, "guardian").actors, 1u);
}

TEST_F(MeasuredSystem, stops_when_the_last_listener_has_gone) {  // R4.3
  ActorSystem system{with({})};
  const auto worker = system.spawn<Worker>({}, &clock);
  {
    const Samples samples{system};
    const Alerts alerts{system};
    run();
    worker.tell(Job{});
    worker.tell(Job{});
  }
  run();
  const std::uint32_t before = clock.reads;

  worker.tell(Job{});
  run();

  EXPECT_EQ(clock.reads, before);
  EXPECT_EQ(metrics_of(system, "Worker").handled, 2u);  // what was counted is measured to its end
  EXPECT_EQ(metrics_of(system, "Worker").depth, 0u);
  EXPECT_EQ(metrics_of(system, "Worker").actors, 0u);
}

TEST_F(MeasuredSystem, goes_on_when_somebody_listens_again_at_once) {  // R4.1
  ActorSystem system{with({})};
  const auto worker = system.spawn<Worker>({}, &clock);
  {
    const Samples samples{system};
    run();
    worker.tell(Job{});
  }
  const Samples samples{system};
  run();

  worker.tell(Job{});
  run();

  EXPECT_EQ(metrics_of(system, "Worker").handled, 2u);
  EXPECT_EQ(metrics_of(system, "Worker").actors, 1u);
}

TEST_F(MeasuredSystem, keeps_what_ended_actors_did_but_not_what_they_were) {  // FR-MBX-5
  ActorSystem system{with({.always = true})};
  for (int i = 0; i < 20; ++i) {
    const auto worker = system.spawn<Worker>({}, &clock);
    worker.tell(Job{});
    run();
    worker.tell(Job{});
    (void)system.suspend(worker);
    (void)system.stop(worker);
    run();
  }

  const MailboxMetrics metrics = metrics_of(system, "Worker");
  EXPECT_EQ(metrics.handled, 20u);
  EXPECT_EQ(metrics.arrived, 40u);
  EXPECT_EQ(metrics.actors, 0u);
  EXPECT_EQ(metrics.depth, 0u);
  EXPECT_EQ(metrics.suspended, 0u);
  EXPECT_EQ(metrics.lost[static_cast<std::size_t>(DeadLetterReason::stopped)], 20u);
  EXPECT_EQ(system.metrics().dead_letters(DeadLetterReason::stopped), 20u);
  std::uint32_t kinds = 0;
  system.metrics().each_mailbox([&](const MailboxMetrics&) { ++kinds; });
  EXPECT_EQ(kinds, 2u);
}

TEST_F(MeasuredSystem, counts_what_a_full_mailbox_loses_by_its_cause_and_never_as_waiting) {  // R4.2, US12
  ActorSystem system{with({.always = true})};
  const auto newest = system.spawn<Worker>({.mailbox = Bounded{.capacity = 4}}, &clock);
  const auto failing = system.spawn<Worker>({.mailbox = Bounded{.capacity = 4, .overflow = Overflow::fail}}, &clock);
  const auto oldest =
      system.spawn<Worker>({.mailbox = Bounded{.capacity = 4, .overflow = Overflow::drop_oldest}}, &clock);

  for (int i = 0; i < 6; ++i) {
    (void)newest.tell(Job{});
    (void)failing.tell(Job{});
    (void)failing.try_tell(Job{});
    (void)oldest.tell(Job{});
  }

  EXPECT_EQ(metrics_of(system, "Worker").depth, 12u);
  EXPECT_EQ(metrics_of(system, "Worker").lost[static_cast<std::size_t>(DeadLetterReason::dropped_newest)], 2u);
  EXPECT_EQ(metrics_of(system, "Worker").lost[static_cast<std::size_t>(DeadLetterReason::dropped_oldest)], 2u);
  EXPECT_EQ(metrics_of(system, "Worker").pressure, 3u);
  run();
  EXPECT_EQ(metrics_of(system, "Worker").handled, 12u);
  EXPECT_EQ(metrics_of(system, "Worker").depth, 0u);
}

TEST_F(MeasuredSystem, tells_an_actor_that_subscribes) {  // R4.5
  struct Listener {
    explicit Listener(int* heard) noexcept : heard_{heard} {}
    void on_start(ActorContext<Listener>& context) { (void)context.subscribe<MailboxSample>(); }
    void on(MailboxSample sample) { *heard_ += std::string_view{sample.kind}.ends_with("Worker") ? 1 : 0; }
    int* heard_;
  };
  int heard = 0;
  ActorSystem system{with({.period = seconds{1}})};
  const auto listener = system.spawn<Listener>({}, &heard);
  const auto worker = system.spawn<Worker>({}, &clock);
  run();

  worker.tell(Job{});
  run();
  pass(system, clock, seconds{1});
  run();

  EXPECT_EQ(heard, 1);
  const std::uint64_t samples = metrics_of(system, "Listener").handled;
  for (int i = 0; i < 5; ++i) {
    pass(system, clock, seconds{1});
    run();
  }
  EXPECT_EQ(metrics_of(system, "Listener").handled, samples);  // that it hears them is no news
  (void)system.stop(listener);
  run();
  EXPECT_EQ(metrics_of(system, "Worker").actors, 0u);
}

TEST(Log2Histogram, puts_a_duration_into_the_first_bucket_that_is_long_enough) {
  using Buckets = HistogramSnapshot;

  EXPECT_EQ(Buckets::bucket_of(Duration{0}), 0u);
  EXPECT_EQ(Buckets::bucket_of(Duration{1024}), 0u);
  EXPECT_EQ(Buckets::bucket_of(Duration{1025}), 1u);
  for (std::size_t i = 0; i + 1 < Buckets::buckets; ++i) {
    EXPECT_EQ(Buckets::bucket_of(Buckets::limit(i)), i);
    EXPECT_EQ(Buckets::bucket_of(Buckets::limit(i) + Duration{1}), i + 1);
  }
  EXPECT_EQ(Buckets::bucket_of(Duration::max()), Buckets::buckets - 1);
}

}  // namespace
}  // namespace sluice
