// SPDX-License-Identifier: BSL-1.0
// R4.1, R4.2, US12: who is measured from when on, what is no news, and what belongs to nobody any more.
#include <sluice/actors/events/buffer/event_buffer.hpp>
#include <sluice/actors/system/system_record.hpp>
#include <sluice/actors/telemetry/figures.hpp>
#include <sluice/actors/telemetry/samples.hpp>
#include <sluice/actors/telemetry/system_metrics.hpp>
#include <sluice/actors/telemetry/telemetry_port.hpp>
#include <sluice_test/gate.hpp>
#include <sluice_test/manual_system.hpp>
#include <sluice_test/test.hpp>
#include <string_view>

namespace sluice {
namespace {

using sluice_test::Gate;
using sluice_test::Passing;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

/// Runs what is submitted first at once, as a quick thread would.
class HastyExecutor final : public engine::Executor {
public:
  [[nodiscard]] engine::Submission submit(engine::Runnable& runnable) noexcept override {
    if (is_first_) {
      is_first_ = false;
      runnable.run();
      return engine::Submission::accepted;
    }
    return rest_.submit(runnable);
  }
  void drain() noexcept override { rest_.drain(); }

private:
  bool is_first_ = true;
  engine::ManualExecutor rest_;
};

struct Job {};
struct Pass {
  Gate* gate;
};

struct Idler {
  void on(Job) {}
};
struct Other {
  void on(Job) {}
};
struct Porter {
  Passing on(Pass pass) { return Passing{*pass.gate, 1}; }
  void on(Job) {}
};

MailboxMetrics metrics_of(ActorSystem& system, std::string_view kind) noexcept {
  MailboxMetrics found;
  system.metrics().each_mailbox([&](const MailboxMetrics& each) {
    if (std::string_view{each.kind}.ends_with(kind)) {
      found = each;
    }
  });
  return found;
}

class Telemetered : public testing::Test {
protected:
  [[nodiscard]] SystemOptions with(const Telemetry& telemetry) noexcept {
    return {.executor = &executor, .clock = &clock, .telemetry = telemetry};
  }
  void run() noexcept { executor.run_until_idle(); }
  void pass(ActorSystem& system, Duration time) noexcept {
    clock.advance(time);
    system.advance_timers();
    run();
  }

  engine::ManualExecutor executor;
  engine::ManualClock clock;
};

TEST(TelemeteredGuardian, that_subscribes_before_the_system_is_made_is_heard) {  // R4.1
  HastyExecutor executor;
  engine::ManualClock clock;
  int heard = 0;
  ActorSystem system{Behaviors::setup<MailboxSample>([&](ActorContext<MailboxSample>& context) {
                       EXPECT_TRUE(context.subscribe<MailboxSample>().has_value());
                       return Behaviors::receive_message<MailboxSample>([&](MailboxSample) { ++heard; });
                     }),
                     SystemOptions{.executor = &executor, .clock = &clock, .telemetry = Telemetry{}}};
  const auto idler = system.spawn<Idler>();
  executor.drain();

  idler.tell(Job{});
  executor.drain();
  clock.advance(seconds{1});
  system.advance_timers();
  executor.drain();

  EXPECT_EQ(metrics_of(system, "Idler").handled, 1u);
  EXPECT_EQ(heard, 1);
}

TEST_F(Telemetered, an_actor_is_not_blamed_for_what_it_awaited_before) {  // US12
  clock.advance(minutes{60});
  ActorSystem system{with({})};
  Gate gate;
  const auto porter = system.spawn<Porter>();
  porter.tell(Pass{&gate});
  run();
  const auto subscription = system.events().subscribe<MailboxSample>([](const MailboxSample&) noexcept {});
  run();

  gate.open();
  run();

  EXPECT_EQ(metrics_of(system, "Porter").actors, 1u);
  EXPECT_EQ(metrics_of(system, "Porter").awaited_time, Duration{});
}

TEST_F(Telemetered, awaiting_is_counted_from_the_return_of_the_handler) {  // US12
  ActorSystem system{with({.always = true})};
  Gate gate;
  const auto porter = system.spawn<Porter>();
  porter.tell(Pass{&gate});
  run();
  clock.advance(milliseconds{5});

  gate.open();
  run();

  EXPECT_EQ(metrics_of(system, "Porter").awaited_time, milliseconds{5});
}

TEST_F(Telemetered, a_reentrant_actor_whose_mailbox_goes_on_has_not_awaited) {  // US12
  ActorSystem system{with({.always = true})};
  Gate gate;
  const auto porter = system.spawn<Porter>({.reentrant = true});
  porter.tell(Pass{&gate});
  porter.tell(Job{});
  run();
  clock.advance(milliseconds{5});

  gate.open();
  run();

  EXPECT_EQ(metrics_of(system, "Porter").handled, 2u);
  EXPECT_EQ(metrics_of(system, "Porter").awaited_time, Duration{});
}

TEST_F(Telemetered, samples_that_wait_in_a_buffer_are_no_news_either) {  // R4.1, R4.5
  struct Listener {
    explicit Listener(int* heard) noexcept : heard_{heard} {}
    void on_start(ActorContext<Listener>& context) {
      (void)context.subscribe<MailboxSample>(EventBufferOptions{.capacity = 4});
    }
    void on(MailboxSample) { ++*heard_; }
    int* heard_;
  };
  int heard = 0;
  ActorSystem system{with({})};
  (void)system.spawn<Listener>({}, &heard);
  const auto idler = system.spawn<Idler>();
  run();
  idler.tell(Job{});
  run();

  for (int i = 0; i < 6; ++i) {
    pass(system, seconds{1});
  }

  EXPECT_EQ(heard, 1);
}

TEST_F(Telemetered, letters_to_a_former_inhabitant_are_not_the_new_ones_losses) {  // R4.2
  ActorSystem system{with({.always = true})};
  system.dead_letters().set_writing(false);
  const auto former = system.spawn<Idler>();
  run();
  (void)system.stop(former);
  run();
  auto present = system.spawn<Other>();
  for (int i = 0; i < 1000 && present.address().cell != former.address().cell; ++i) {
    (void)system.stop(present);
    run();
    present = system.spawn<Other>();
  }
  run();
  ASSERT_TRUE(present.address().cell == former.address().cell);

  former.tell(Job{});
  run();

  EXPECT_EQ(system.dead_letters().count(), 1u);
  for (const std::uint64_t each : metrics_of(system, "Other").lost) {
    EXPECT_EQ(each, 0u);
  }
}

TEST_F(Telemetered, a_meter_whose_alert_is_on_its_way_is_kept_until_it_is_heard) {  // US12
  ActorSystem system{with({.alert_suspension = milliseconds{50}})};
  std::uint32_t alerts = 0;
  const auto listen = [&] {
    return *system.events().subscribe<MailboxAlert>([&](const MailboxAlert&) noexcept { ++alerts; });
  };
  auto subscription = listen();
  const auto idler = system.spawn<Idler>();
  run();
  (void)system.suspend(idler);
  run();

  clock.advance(milliseconds{50});
  subscription = {};
  system.advance_timers();  // behind the end of listening, and before the actor hears of that
  subscription = listen();
  const auto other = system.spawn<Idler>();
  (void)system.suspend(other);
  run();
  pass(system, milliseconds{50});

  EXPECT_GE(alerts, 1u);
  EXPECT_EQ(metrics_of(system, "Idler").actors, 2u);
}

TEST_F(Telemetered, an_end_of_listening_may_be_heard_of_before_its_beginning) {  // R4.3
  ActorSystem system{with({})};
  const auto first = system.spawn<Idler>();
  TelemetryPort& telemetry = *SystemRecord::of(*first.address().cell).telemetry;

  telemetry.subscriptions_changed(event_type<MailboxSample>, false);
  (void)system.spawn<Other>();
  run();
  EXPECT_EQ(metrics_of(system, "Other").actors, 0u);
  telemetry.subscriptions_changed(event_type<MailboxSample>, true);
  (void)system.spawn<Other>();
  run();
  EXPECT_EQ(metrics_of(system, "Other").actors, 0u);

  telemetry.subscriptions_changed(event_type<MailboxSample>, true);
  run();
  EXPECT_EQ(metrics_of(system, "Other").actors, 2u);
}

TEST_F(Telemetered, no_sample_is_due_when_the_guardian_has_left) {  // R4.1
  ActorSystem system{with({.always = true})};
  const auto idler = system.spawn<Idler>();
  idler.tell(Job{});
  run();
  engine::TimerWheel& timers = SystemRecord::of(*idler.address().cell).timers();
  EXPECT_EQ(timers.size(), 1u);

  (void)system.shutdown(seconds{1});

  EXPECT_EQ(timers.size(), 0u);
}

TEST(KindFigures, tell_the_mean_though_the_sum_goes_round) {  // R4.1: on 32 bit it does so after 71 minutes
  KindFigures figures{"kind"};
  figures.residence.add(minutes{71});
  figures.note_handled(minutes{71});
  (void)figures.sample();

  figures.residence.add(minutes{4});
  figures.residence.add(minutes{2});
  figures.note_handled(minutes{3});

  const MailboxSample sample = figures.sample();
  EXPECT_EQ(sample.residence, minutes{3});
  EXPECT_EQ(sample.handling, minutes{3});
}

}  // namespace
}  // namespace sluice
