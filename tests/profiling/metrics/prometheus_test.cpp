// SPDX-License-Identifier: BSL-1.0
// US12, FR-EVT-5, R4.2: everything that a system counts, as Prometheus reads it.
#include <sluice/actors/events/buffer/buffered_subscription.hpp>
#include <sluice/actors/telemetry/telemetry.hpp>
#include <sluice/profiling/metrics/prometheus.hpp>
#include <sluice_test/test.hpp>

#include <sluice_test/manual_system.hpp>
#include <string>

#include "text_format.hpp"

namespace sluice {
namespace {

using actors_test::milliseconds;
using prometheus_test::Family;
using prometheus_test::TextFormat;

struct Work {
  int milliseconds_to_take = 0;
};
struct Stranger {};

class Clerk {
public:
  explicit Clerk(engine::ManualClock* clock) noexcept : clock_{clock} {}
  void on(Work work) { clock_->advance(milliseconds{work.milliseconds_to_take}); }

private:
  engine::ManualClock* clock_;
};

const std::string clerk = engine::type_name<Clerk>.text;

class Prometheus : public testing::Test {
protected:
  engine::ManualExecutor executor;
  engine::ManualClock clock;
  ActorSystem system{{.executor = &executor, .clock = &clock, .telemetry = Telemetry{.always = true}}};
};

TEST_F(Prometheus, reads_what_was_measured) {  // US12.1
  const auto one = system.spawn<Clerk>({}, &clock);
  for (int i = 0; i < 10; ++i) {
    one.tell(Work{.milliseconds_to_take = 3});
  }
  executor.run_until_idle();
  one.tell(Work{});

  const TextFormat read{write_prometheus(system)};

  EXPECT_EQ(read.error, "");
  EXPECT_EQ(read.value("sluice_mailbox_handled_total", "kind", clerk), 10.0);
  EXPECT_EQ(read.value("sluice_mailbox_depth", "kind", clerk), 1.0);
  EXPECT_EQ(read.value("sluice_mailbox_handling_seconds_sum", "kind", clerk), 0.03);
  EXPECT_EQ(read.value("sluice_mailbox_handling_seconds_count", "kind", clerk), 10.0);
  EXPECT_EQ(read.value("sluice_mailbox_residence_seconds_count", "kind", clerk), 10.0);
  EXPECT_EQ(read.value("sluice_dispatcher_messages_total", "dispatcher", "default"), 10.0);
  EXPECT_EQ(read.family("sluice_mailbox_depth")->type, "gauge");
  EXPECT_EQ(read.family("sluice_mailbox_handled_total")->type, "counter");
}

TEST_F(Prometheus, reads_dead_letters_by_their_cause) {  // R4.2
  system.dead_letters().set_writing(false);
  const auto full = system.spawn<Clerk>({.mailbox = Bounded{.capacity = 1}}, &clock);
  for (int i = 0; i < 3; ++i) {
    (void)full.tell(Work{});
  }
  UntypedRef{full.address()}.tell(Stranger{});
  executor.run_until_idle();
  UntypedRef{full.address()}.tell(Stranger{});
  executor.run_until_idle();

  const TextFormat read{write_prometheus(system)};

  EXPECT_EQ(read.error, "");
  EXPECT_EQ(read.value("sluice_dead_letters_total", "reason", "dropped_newest"), 3.0);
  EXPECT_EQ(read.value("sluice_dead_letters_total", "reason", "type_mismatch"), 1.0);
  EXPECT_EQ(read.value("sluice_dead_letters_total", "reason", "shutdown"), 0.0);
  EXPECT_EQ(read.value("sluice_mailbox_lost_total", "reason", "dropped_newest"), 3.0);
  EXPECT_EQ(read.value("sluice_type_mismatches_total"), 1.0);
}

TEST_F(Prometheus, reads_what_became_of_failures_and_events) {  // FR-SUP-4, FR-EVT-5
  const auto failing = system.spawn([](Work) -> ActorResult<> { return fail(ActorError::retryable()); },
                                    {.supervision = Restart{.max = 1}});
  const auto buffered = system.events().subscribe_buffered<Work>({.capacity = 2, .overflow = Overflow::drop_oldest});
  system.events().set_log(EventLog::nothing);
  system.dead_letters().set_writing(false);
  failing.tell(Work{});
  failing.tell(Work{});
  executor.run_until_idle();
  for (int i = 0; i < 5; ++i) {
    (void)system.events().publish(Work{});
  }

  const TextFormat read{write_prometheus(system)};

  EXPECT_EQ(read.error, "");
  EXPECT_EQ(read.value("sluice_supervision_failures_total"), 2.0);
  EXPECT_EQ(read.value("sluice_supervision_decisions_total", "directive", "restart"), 1.0);
  EXPECT_EQ(read.value("sluice_supervision_decisions_total", "directive", "stop"), 1.0);
  EXPECT_EQ(read.value("sluice_events_lost_total", "policy", "drop_oldest"), 3.0);
}

TEST_F(Prometheus, has_one_series_for_a_kind_however_many_actors_come_and_go) {  // no series per actor, no leak
  const auto series = [this] {
    const TextFormat read{write_prometheus(system)};
    EXPECT_EQ(read.error, "");
    std::size_t count = 0;
    for (const Family& each : read.families) {
      count += each.series.size();
    }
    return count;
  };
  const auto live_once = [this] {
    const auto actor = system.spawn<Clerk>({}, &clock);
    actor.tell(Work{});
    (void)system.stop(actor);
    executor.run_until_idle();
  };
  system.dead_letters().set_writing(false);
  live_once();
  const std::size_t before = series();

  for (int i = 0; i < 500; ++i) {
    live_once();
  }

  EXPECT_EQ(series(), before);
  EXPECT_EQ(TextFormat{write_prometheus(system)}.value("sluice_mailbox_actors", "kind", clerk), 0.0);
}

TEST_F(Prometheus, writes_the_same_in_the_same_order) {
  const auto one = system.spawn<Clerk>({}, &clock);
  const auto other = system.spawn([](Work) {});
  one.tell(Work{});
  other.tell(Work{});
  executor.run_until_idle();

  EXPECT_EQ(write_prometheus(system), write_prometheus(system));
}

TEST_F(Prometheus, writes_behind_what_is_there) {
  std::string text = "# HELP own_total Own.\n# TYPE own_total counter\nown_total 1\n";

  write_prometheus(system, text);

  const TextFormat read{text};
  EXPECT_EQ(read.error, "");
  EXPECT_EQ(read.value("own_total"), 1.0);
}

TEST(PrometheusOfASystemWithoutTelemetry, has_what_is_counted_anyway) {  // R4.3
  actors_test::ManualSystem on;

  const TextFormat read{write_prometheus(on.system)};

  EXPECT_EQ(read.error, "");
  EXPECT_EQ(read.family("sluice_mailbox_depth"), nullptr);
  EXPECT_EQ(read.value("sluice_dead_letters_total", "reason", "stopped"), 0.0);
  EXPECT_TRUE(read.value("sluice_events_published_total").has_value());
}

}  // namespace
}  // namespace sluice
