// SPDX-License-Identifier: BSL-1.0
// Middleware and the lives of its actors: failures, restarts, asks, hints. FR-MBX-5, US12.
#include <sluice/actors/middleware/middleware.hpp>
#include <sluice/actors/props.hpp>
#include <sluice_test/manual_system.hpp>
#include <sluice_test/test.hpp>
#include <sluice_test/trail.hpp>
#include <string_view>

namespace sluice {
namespace {

using actors_test::ManualSystem;
using sluice_test::Trail;
using std::chrono::milliseconds;

struct Job {
  int number;
};
struct Sum {
  int a, b;
  using Reply = int;
};

struct Noting {
  Trail* trail;
  void inbound(Inbound& message) {
    trail->add(1);
    message.next();
  }
};

TEST(MiddlewareFailure, before_a_message_has_passed_makes_a_dead_letter_of_it) {  // FR-MBX-5
  struct Failing {
    ActorResult<> inbound(Inbound&) { return fail(ActorError::retryable("not now")); }
  };
  Middleware<Failing> failing;
  const MiddlewareChain chain{failing};
  ManualSystem manual;
  const auto actor = manual.system.spawn([](Job) { FAIL(); }, {.middleware = &chain});

  actor.tell({1});
  manual.run();

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(manual.letters(DeadLetterReason::handler_failed), 1u);
  EXPECT_EQ(manual.system.dead_letters().count(), 1u);
}

TEST(MiddlewareFailure, behind_the_handler_makes_no_dead_letter) {  // FR-MBX-5
  struct Failing {
    ActorResult<> inbound(Inbound& message) {
      message.next();
      return fail(ActorError::retryable("too late"));
    }
  };
  Middleware<Failing> failing;
  const MiddlewareChain chain{failing};
  ManualSystem manual;
  int handled = 0;
  const auto actor = manual.system.spawn([&](Job) { ++handled; }, {.middleware = &chain});

  actor.tell({1});
  manual.run();

  EXPECT_EQ(handled, 1);
  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(manual.system.dead_letters().count(), 0u);
}

struct Worker {
  Trail* trail;
  ActorRef<Job> sink{};
  int state = 0;
  ~Worker() { state = -1; }
  ActorResult<> on(Job job) {
    ++state;
    (void)sink.tell(job);
    trail->add(10 * state);
    if (job.number == 0) {
      return fail(ActorError::retryable("asked to"));
    }
    return {};
  }
};

TEST(MiddlewareFailure, on_the_way_out_waits_until_the_handler_has_returned) {  // FR-MBX-5
  struct Failing {
    ActorResult<> outbound(Outbound& message) {
      if (message.message<Job>()->number == 2) {
        return fail(ActorError::retryable("not this one"));
      }
      message.next();
      return {};
    }
  };
  Middleware<Failing> failing;
  const MiddlewareChain chain{failing};
  ManualSystem manual;
  Trail trail;
  int arrived = 0;
  const auto sink = manual.system.spawn([&](Job) { ++arrived; });
  const auto worker = manual.system.spawn<Worker>({.supervision = Restart{}, .middleware = &chain}, &trail, sink);

  for (int number = 1; number <= 3; ++number) {
    worker.tell(Job{number});
  }
  manual.run();

  EXPECT_TRUE(trail.is({10, 20, 10}));
  EXPECT_EQ(arrived, 2);
  EXPECT_EQ(manual.letters(DeadLetterReason::filtered), 1u);
  EXPECT_EQ(manual.system.dead_letters().count(), 1u);
}

TEST(MiddlewareLife, goes_on_behind_a_restart) {  // FR-MBX-5
  Trail trail;
  Middleware<Noting> noting{&trail};
  const MiddlewareChain chain{noting};
  ManualSystem manual;
  const auto worker = manual.system.spawn<Worker>({.supervision = Restart{}, .middleware = &chain}, &trail);

  worker.tell(Job{1});
  worker.tell(Job{0});
  worker.tell(Job{1});
  manual.run();

  EXPECT_TRUE(trail.is({1, 10, 1, 20, 1, 10}));
}

TEST(MiddlewareLife, ends_with_its_actor_and_what_is_left_are_dead_letters) {  // FR-MBX-5
  Trail trail;
  Middleware<Noting> noting{&trail};
  const MiddlewareChain chain{noting};
  ManualSystem manual;
  const auto actor =
      manual.system.spawn([](ActorContext<Job>& context, Job) { context.stop(); }, {.middleware = &chain});

  actor.tell({1});
  actor.tell({2});
  manual.run();

  EXPECT_TRUE(trail.is({1}));
  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(manual.letters(DeadLetterReason::stopped), 1u);
}

struct Door {
  static constexpr std::uint32_t stash_capacity = 4;
  bool is_open = false;
  void on(ActorContext<Door>& context, Job job) {
    if (job.number == 0) {
      is_open = true;
      context.unstash_all();
    } else if (!is_open) {
      (void)context.stash(job);
    }
  }
};

TEST(MiddlewareLife, sees_a_stashed_message_each_time_it_comes) {  // FR-MBX-5
  Trail trail;
  Middleware<Noting> noting{&trail};
  const MiddlewareChain chain{noting};
  ManualSystem manual;
  const auto door = manual.system.spawn<Door>({.middleware = &chain});

  door.tell(Job{1});
  door.tell(Job{0});
  manual.run();

  EXPECT_TRUE(trail.is({1, 1, 1}));
  EXPECT_EQ(manual.system.dead_letters().count(), 0u);
}

TEST(MiddlewareLife, sees_what_stands_for_a_notice_and_once_what_an_adapter_changes) {  // FR-MBX-5
  struct Foreign {
    int number;
  };
  struct Watcher {
    int* sum;
    ActorRef<Foreign> adapter{};
    void on(ActorContext<Watcher>& context, ActorRef<Job> other) {
      (void)context.watch_with(other, Job{5});
      adapter = *context.message_adapter<Foreign>([](Foreign foreign) { return Job{foreign.number}; });
      (void)adapter.tell({7});
    }
    void on(Job job) { *sum += job.number; }
  };
  Trail trail;
  Middleware<Noting> noting{&trail};
  const MiddlewareChain chain{noting};
  ManualSystem manual;
  int sum = 0;
  const auto other = manual.system.spawn([](Job) {});
  const auto watcher = manual.system.spawn<Watcher>({.middleware = &chain}, &sum);

  watcher.tell(other);
  manual.run();
  EXPECT_TRUE(trail.is({1, 1}));
  (void)manual.system.stop(other);
  manual.run();

  EXPECT_TRUE(trail.is({1, 1, 1}));
  EXPECT_EQ(sum, 12);
}

TEST(MiddlewareLife, goes_on_behind_a_receive_timeout_that_comes_and_goes) {  // FR-MBX-5
  struct Idle {};
  struct Sleeper {
    int* idles;
    void on(ActorContext<Sleeper>& context, Job job) {
      if (job.number == 1) {
        (void)context.set_receive_timeout(milliseconds{10}, Idle{});
      } else if (job.number == 2) {
        context.cancel_receive_timeout();
      }
    }
    void on(Idle) { ++*idles; }
  };
  Trail trail;
  Middleware<Noting> noting{&trail};
  const MiddlewareChain chain{noting};
  ManualSystem manual;
  int idles = 0;
  const auto sleeper = manual.system.spawn<Sleeper>({.middleware = &chain}, &idles);

  sleeper.tell(Job{1});
  sleeper.tell(Job{3});
  manual.run();
  EXPECT_TRUE(trail.is({1, 1}));
  manual.pass(milliseconds{10});
  EXPECT_TRUE(trail.is({1, 1, 1}));
  sleeper.tell(Job{2});
  sleeper.tell(Job{3});
  manual.run();

  EXPECT_TRUE(trail.is({1, 1, 1, 1, 1}));
  EXPECT_EQ(idles, 1);
  (void)manual.system.stop(sleeper);
  manual.run();
  EXPECT_FALSE(sleeper.is_alive());
}

TEST(MiddlewareAsk, is_answered_through_the_chain) {  // FR-MBX-5
  struct Asked {
    int asks = 0;
    void inbound(Inbound& message) {
      asks += message.is_ask() ? 1 : 0;
      message.next();
    }
  };
  Middleware<Asked> asked;
  const MiddlewareChain chain{asked};
  ManualSystem manual;
  const auto adder = manual.system.spawn(Props::from_fn([](Sum sum) { return sum.a + sum.b; }).with_middleware(chain));

  const auto answer = adder.ask({1, 2}).wait();

  EXPECT_TRUE(answer.has_value() && *answer == 3);
  EXPECT_EQ(asked->asks, 1);
}

TEST(MiddlewareAsk, that_is_stopped_fails_at_once) {  // FR-MBX-5
  struct Wall {
    void inbound(Inbound&) {}
  };
  Middleware<Wall> wall;
  const MiddlewareChain chain{wall};
  ManualSystem manual;
  const auto adder = manual.system.spawn([](Sum sum) { return sum.a + sum.b; }, {.middleware = &chain});

  const auto answer = adder.ask({1, 2}).wait();

  ASSERT_FALSE(answer.has_value());
  EXPECT_TRUE(answer.error().reason == AskError::Reason::rejected);
  EXPECT_EQ(manual.letters(DeadLetterReason::filtered), 1u);
}

/// Sends into a small mailbox, and hears of it.
struct Producer {
  ActorRef<Job> sink;
  int* heard;
  void on(Job job) {
    for (int number = 0; number < job.number; ++number) {
      (void)sink.tell({number});
    }
  }
  void on_backpressure(const engine::BackpressureHint& hint) noexcept {
    EXPECT_EQ(hint.capacity, 4u);
    ++*heard;
  }
};

struct Hearing {
  int hints = 0;
  bool passes = true;
  std::uint32_t depth = 0;
  void backpressure(Backpressure& hint) {
    ++hints;
    depth = hint.hint().depth;
    if (passes) {
      hint.next();
    }
  }
};

TEST(BackpressureHints, go_by_the_chain_to_the_actor) {  // US12.1, FR-MBX-5
  Middleware<Hearing> outer;
  Middleware<Hearing> inner;
  const MiddlewareChain of_system{outer};
  const MiddlewareChain own{inner};
  engine::ManualExecutor executor;
  ActorSystem system{SystemOptions{.executor = &executor, .middleware = &of_system}};
  int heard = 0;
  const auto sink = system.spawn([](Job) {}, {.mailbox = Bounded{.capacity = 4}});
  const auto producer = system.spawn<Producer>({.middleware = &own}, sink, &heard);

  producer.tell(Job{3});
  executor.run_until_idle();
  EXPECT_EQ(outer->hints, 0);
  producer.tell(Job{4});
  executor.run_until_idle();

  EXPECT_EQ(outer->hints, 1);
  EXPECT_EQ(inner->hints, 1);
  EXPECT_EQ(inner->depth, 4u);
  EXPECT_EQ(heard, 1);
}

TEST(BackpressureHints, that_a_link_keeps_do_not_reach_those_behind) {  // US12, FR-MBX-5
  Middleware<Hearing> outer;
  outer->passes = false;
  Middleware<Hearing> inner;
  const MiddlewareChain chain{outer, inner};
  ManualSystem manual;
  int heard = 0;
  const auto sink = manual.system.spawn([](Job) {}, {.mailbox = Bounded{.capacity = 4}});
  const auto producer = manual.system.spawn<Producer>({.middleware = &chain}, sink, &heard);

  producer.tell(Job{4});
  manual.run();

  EXPECT_EQ(outer->hints, 1);
  EXPECT_EQ(inner->hints, 0);
  EXPECT_EQ(heard, 0);
}

TEST(BackpressureHints, reach_an_actor_without_middleware) {  // US12
  ManualSystem manual;
  int heard = 0;
  const auto sink = manual.system.spawn([](Job) {}, {.mailbox = Bounded{.capacity = 4}});
  const auto producer = manual.system.spawn<Producer>({}, sink, &heard);

  producer.tell(Job{4});
  manual.run();

  EXPECT_EQ(heard, 1);
}

class Ignoring final : public engine::MetricsSink {};

TEST(MetricsMiddleware, counts_messages_and_how_long_they_waited) {  // US12.1
  struct Metering {
    int count = 0;
    Duration total{};
    void inbound(Inbound& message) {
      ++count;
      total += message.residence().value_or(Duration{});
      message.next();
    }
  };
  Middleware<Metering> metering;
  const MiddlewareChain chain{metering};
  engine::ManualExecutor executor;
  engine::ManualClock clock;
  Ignoring sink;
  ActorSystem system{SystemOptions{.executor = &executor, .clock = &clock, .metrics = &sink}};
  const auto actor = system.spawn([](Job) {}, {.middleware = &chain});

  for (int number = 0; number < 1000; ++number) {
    actor.tell({number});
    clock.advance(milliseconds{2});
    executor.run_until_idle();
  }

  EXPECT_EQ(metering->count, 1000);
  EXPECT_TRUE(metering->total == milliseconds{2000});
}

}  // namespace
}  // namespace sluice
