// SPDX-License-Identifier: BSL-1.0
// What stands between actors and their messages: FR-MBX-5, US12.
#include <optional>
#include <sluice/actors/middleware/middleware.hpp>
#include <sluice/actors/props.hpp>
#include <sluice_test/manual_system.hpp>
#include <sluice_test/test.hpp>
#include <sluice_test/trail.hpp>
#include <string_view>

namespace sluice {
namespace {

using sluice_test::Trail;

struct Job {
  int number;
};
struct Sum {
  int a, b;
  using Reply = int;
};

/// Notes what passes: `id` before, -`id` after; on its way out ten times as much.
struct Tracing {
  Trail* trail;
  int id;
  void inbound(Inbound& message) {
    trail->add(id);
    message.next();
    trail->add(-id);
  }
  void outbound(Outbound& message) {
    trail->add(10 * id);
    message.next();
    trail->add(-10 * id);
  }
};

/// Stops jobs with a number of its own.
struct Barrier {
  int number;
  void inbound(Inbound& message) const {
    const Job* const job = message.message<Job>();
    if (job == nullptr || job->number != number) {
      message.next();
    }
  }
};

/// Lets out no jobs with a number of its own.
struct Gag {
  int number;
  void outbound(Outbound& message) const {
    const Job* const job = message.message<Job>();
    if (job == nullptr || job->number != number) {
      message.next();
    }
  }
};

struct Manual {
  explicit Manual(const MiddlewareChain* middleware = nullptr)
      : system{SystemOptions{.executor = &executor, .middleware = middleware}} {}
  engine::ManualExecutor executor;
  ActorSystem system;
  [[nodiscard]] std::uint64_t filtered() { return system.dead_letters().count(DeadLetterReason::filtered); }
};

TEST(Middleware, passes_messages_in_from_the_systems_to_the_actors_and_out_the_other_way) {  // FR-MBX-5
  Trail trail;
  Middleware<Tracing> first{&trail, 1};
  Middleware<Tracing> second{&trail, 2};
  Middleware<Tracing> third{&trail, 3};
  const MiddlewareChain outer{first};
  const MiddlewareChain inner{second, third};
  Manual manual{&outer};
  const auto sink = manual.system.spawn([](Sum) { return 0; });
  const auto actor = manual.system.spawn(
      [&](Job job) {
        trail.add(100 + job.number);
        sink.tell({1, 2});
        trail.add(200);
      },
      {.middleware = &inner});

  actor.tell({1});
  manual.executor.tick(1);

  EXPECT_TRUE(trail.is({1, 2, 3, 101, 30, 20, 10, -10, -20, -30, 200, -3, -2, -1}));
}

TEST(Middleware, of_the_system_is_there_for_every_actor) {  // FR-MBX-5
  Trail trail;
  Middleware<Tracing> link{&trail, 1};
  const MiddlewareChain chain{link};
  Manual manual{&chain};
  const auto parent = manual.system.spawn([](ActorContext<Job>& context, Job job) {
    if (job.number > 0) {
      context.spawn([](Job) {}).tell({0});
    }
  });

  parent.tell({1});
  manual.executor.run_until_idle();

  EXPECT_TRUE(trail.is({1, 10, -10, -1, 1, -1}));
}

TEST(Middleware, tells_what_it_knows_of_a_message) {  // FR-MBX-5, US12
  struct Reader {
    std::string_view type;
    int number = 0;
    std::optional<std::uint64_t> header;
    UntypedRef sender;
    UntypedRef receiver;
    bool is_ask = true;
    void inbound(Inbound& message) {
      type = message.type();
      number = message.message<Job>() == nullptr ? -1 : message.message<Job>()->number;
      EXPECT_EQ(message.message<Sum>(), nullptr);
      header = message.header("trace");
      sender = message.sender();
      receiver = message.receiver();
      is_ask = message.is_ask();
      EXPECT_FALSE(message.has_passed());
      message.next();
      EXPECT_TRUE(message.has_passed());
    }
  };
  Middleware<Reader> reader;
  const MiddlewareChain chain{reader};
  Manual manual;
  const auto actor = manual.system.spawn([](Job) {}, {.middleware = &chain});

  actor.tell_with(MessageHeaders{}.with("trace", 17), {5});
  manual.executor.run_until_idle();

  EXPECT_TRUE(reader->type.ends_with("Job"));
  EXPECT_EQ(reader->number, 5);
  EXPECT_TRUE(reader->header == 17u);
  EXPECT_TRUE(reader->sender == UntypedRef{});
  EXPECT_TRUE(actor == reader->receiver);
  EXPECT_FALSE(reader->is_ask);
}

TEST(Middleware, that_stops_a_message_makes_one_dead_letter_of_it) {  // FR-MBX-5
  Trail seen;
  Middleware<Barrier> barrier{2};
  Middleware<Tracing> behind{&seen, 7};
  const MiddlewareChain chain{barrier, behind};
  Manual manual;
  const auto actor = manual.system.spawn([&](Job job) { seen.add(100 + job.number); }, {.middleware = &chain});

  for (int number = 1; number <= 3; ++number) {
    actor.tell({number});
  }
  manual.executor.run_until_idle();

  EXPECT_TRUE(seen.is({7, 101, -7, 7, 103, -7}));
  EXPECT_EQ(manual.filtered(), 1u);
  EXPECT_EQ(manual.system.dead_letters().count(), 1u);
}

TEST(Middleware, may_do_itself_what_is_to_be_done) {  // FR-MBX-5
  struct Counting {
    int count = 0;
    void inbound(Inbound& message) {
      ++count;
      message.consume();
    }
  };
  Middleware<Counting> counting;
  const MiddlewareChain chain{counting};
  Manual manual;
  const auto actor = manual.system.spawn([](Job) { FAIL(); }, {.middleware = &chain});

  actor.tell({1});
  manual.executor.run_until_idle();

  EXPECT_EQ(counting->count, 1);
  EXPECT_EQ(manual.system.dead_letters().count(), 0u);
}

TEST(Middleware, passes_on_once) {  // FR-MBX-5
  struct Twice {
    void inbound(Inbound& message) {
      message.next();
      message.next();
    }
  };
  sluice_test::expect_broken_promise(
      [] {
        Middleware<Twice> twice;
        Middleware<Barrier> barrier{1};
        const MiddlewareChain chain{twice, barrier};
        Manual manual;
        const auto actor = manual.system.spawn([](Job) {}, {.middleware = &chain});
        actor.tell({1});
        manual.executor.run_until_idle();
      },
      "a middleware passes on once");
}

TEST(OutboundMiddleware, that_keeps_a_message_makes_one_dead_letter_of_it_and_an_error) {  // FR-MBX-5
  Middleware<Gag> gag{2};
  const MiddlewareChain chain{gag};
  Manual manual;
  Trail seen;
  Trail results;
  const auto sink = manual.system.spawn([&](Job job) { seen.add(job.number); });
  const auto actor = manual.system.spawn(
      [&](Job) {
        for (int number = 1; number <= 3; ++number) {
          const Result<> told = sink.tell({number});
          results.add(told.has_value() ? 0 : static_cast<int>(told.error()));
        }
      },
      {.middleware = &chain});

  actor.tell({0});
  manual.executor.run_until_idle();

  EXPECT_TRUE(seen.is({1, 3}));
  EXPECT_TRUE(results.is({0, static_cast<int>(Error::rejected), 0}));
  EXPECT_EQ(manual.filtered(), 1u);
  EXPECT_EQ(manual.system.dead_letters().count(), 1u);
}

TEST(OutboundMiddleware, gives_back_what_was_to_be_tried) {  // FR-MBX-5
  Middleware<Gag> gag{2};
  const MiddlewareChain chain{gag};
  Manual manual;
  int returned = 0;
  const auto sink = manual.system.spawn([](Job) {});
  const auto actor = manual.system.spawn(
      [&](Job) {
        const auto tried = sink.try_tell({2});
        returned = tried.has_value() ? 0 : tried.error().message.number;
        EXPECT_TRUE(sink.try_tell({3}).has_value());
      },
      {.middleware = &chain});

  actor.tell({0});
  manual.executor.run_until_idle();

  EXPECT_EQ(returned, 2);
  EXPECT_EQ(manual.system.dead_letters().count(), 0u);
}

TEST(OutboundMiddleware, sees_every_verb_of_a_handler) {  // FR-MBX-5
  struct Counting {
    int count = 0;
    void outbound(Outbound& message) {
      ++count;
      EXPECT_FALSE(message.sender() == UntypedRef{});
      message.next();
    }
  };
  struct Caller {
    ActorRef<Job> sink;
    ActorRef<Sum> adder;
    int* answer;
    void on(ActorContext<Caller>& context, Job) {
      (void)sink.tell({1});
      (void)sink.try_tell({2});
      (void)context.offer(sink, Job{3});
      (void)adder.request({1, 2}, context.self());
      (void)context.ask(adder, Sum{3, 4}, {}, [](auto outcome) { return outcome.value_or(0); });
    }
    void on(int sum) { *answer += sum; }
  };
  Middleware<Counting> counting;
  const MiddlewareChain chain{counting};
  Manual manual;
  int jobs = 0;
  int answer = 0;
  const auto sink = manual.system.spawn([&](Job) { ++jobs; });
  const auto adder = manual.system.spawn([](Sum sum) { return sum.a + sum.b; });
  const auto caller = manual.system.spawn<Caller>({.middleware = &chain}, sink, adder, &answer);

  caller.tell(Job{0});
  manual.executor.run_until_idle();

  EXPECT_EQ(counting->count, 5);
  EXPECT_EQ(jobs, 3);
  EXPECT_EQ(answer, 10);
}

TEST(OutboundMiddleware, sees_what_is_answered_to_a_sender) {  // FR-MBX-5
  Trail trail;
  Middleware<Tracing> link{&trail, 1};
  const MiddlewareChain chain{link};
  Manual manual;
  int answer = 0;
  const auto asker = manual.system.spawn([&](int sum) { answer = sum; });
  const auto adder = manual.system.spawn([](Sum sum) { return sum.a + sum.b; }, {.middleware = &chain});

  adder.request({1, 2}, asker);
  manual.executor.run_until_idle();

  EXPECT_TRUE(trail.is({1, 10, -10, -1}));
  EXPECT_EQ(answer, 3);
}

TEST(OutboundMiddleware, may_give_a_message_something_to_go_with_it) {  // FR-MBX-5
  struct Stamping {
    void outbound(Outbound& message) {
      EXPECT_TRUE(message.set_header("trace", 42));
      message.next();
    }
  };
  Middleware<Stamping> stamping;
  const MiddlewareChain chain{stamping};
  Manual manual;
  std::optional<std::uint64_t> seen;
  const auto sink = manual.system.spawn([&](ActorContext<Job>& context, Job) { seen = context.header("trace"); });
  const auto actor = manual.system.spawn([&](Job job) { sink.tell(job); }, {.middleware = &chain});

  actor.tell({1});
  manual.executor.run_until_idle();

  EXPECT_TRUE(seen == 42u);
}

TEST(OutboundMiddleware, is_not_asked_of_what_others_send) {  // FR-MBX-5
  Trail trail;
  Middleware<Tracing> link{&trail, 1};
  const MiddlewareChain chain{link};
  Manual manual;
  const auto sink = manual.system.spawn([](Sum) { return 0; });
  const auto with = manual.system.spawn([](Job) {}, {.middleware = &chain});
  const auto without = manual.system.spawn([&](Job) { sink.tell({1, 2}); });

  with.tell({1});
  without.tell({1});
  sink.tell({3, 4});
  manual.executor.run_until_idle();

  EXPECT_TRUE(trail.is({1, -1}));
}

TEST(OutboundMiddleware, tells_of_nobody_as_without_it) {  // FR-MBX-5, D16
  Trail trail;
  Middleware<Tracing> link{&trail, 1};
  const MiddlewareChain chain{link};
  Manual manual;
  Trail results;
  const auto gone = manual.system.spawn([](Job) {});
  (void)manual.system.stop(gone);
  manual.executor.run_until_idle();
  const auto actor = manual.system.spawn(
      [&](Job) {
        results.add(static_cast<int>(ActorRef<Job>{}.tell({1}).error()));
        results.add(static_cast<int>(gone.tell({1}).error()));
      },
      {.middleware = &chain});

  actor.tell({0});
  manual.executor.run_until_idle();

  EXPECT_TRUE(results.is({static_cast<int>(Error::out_of_scope), static_cast<int>(Error::closed)}));
  EXPECT_EQ(manual.system.dead_letters().count(DeadLetterReason::stopped), 1u);
}

}  // namespace
}  // namespace sluice
