// SPDX-License-Identifier: BSL-1.0
// Asks by handlers that wait for the answer: deadlines, cancellation, cycles.
#include <sluice_test/manual_system.hpp>
#include <sluice_test/test.hpp>
#include <string_view>

namespace sluice {
namespace {

using actors_test::ManualSystem;
using actors_test::milliseconds;
using actors_test::seconds;
using Reason = AskError::Reason;

struct Get {
  using Reply = int;
};
using GetFuture = RequestFuture<int>;

/// What asks the next one and passes its answer on, one more; an error becomes a number below zero.
class Relayed {
public:
  Relayed(GetFuture future, AskError* error) noexcept : future_{std::move(future)}, error_{error} {}
  engine::Poll<int> poll(const engine::Waker& waker) noexcept {
    auto outcome = future_.poll(waker);
    if (!outcome.has_value()) {
      return engine::pending;
    }
    if (!outcome->has_value()) {
      *error_ = outcome->error();
      return -1;
    }
    return **outcome + 1;
  }

private:
  GetFuture future_;
  AskError* error_;
};

struct Last {
  int on(Get) { return 1; }
};
/// Never answers: what it waits for does not come.
struct Sleeper {
  bool* is_cancelled = nullptr;
  struct Never {
    const ActorContext<Sleeper>& context;
    bool* is_cancelled;
    engine::Poll<int> poll(const engine::Waker&) const noexcept { return engine::pending; }
    ~Never() { *is_cancelled = context.is_cancelled(); }
  };
  Never on(ActorContext<Sleeper>& context, Get) { return Never{context, is_cancelled}; }
};

/// Asks the next one, which is set later so that they can form a ring.
template <int Number, class Target = Get>
struct Relay {
  ActorRef<Target> next;
  AskError* error;
  Duration timeout{};
  struct Next {
    ActorRef<Target> next;
  };
  void on(Next to) { next = to.next; }
  Relayed on(ActorContext<Relay>& context, Get) { return Relayed{context.ask(next, Get{}, timeout), error}; }
};

TEST(AskChain, passes_answers_back) {
  AskError error;
  ManualSystem manual;
  const auto last = manual.system.spawn<Last>();
  const auto second = manual.system.spawn<Relay<2>>({}, last, &error);
  const auto first = manual.system.spawn<Relay<1>>({}, second, &error);

  auto answer = first.ask(Get{});
  manual.run();

  EXPECT_EQ(std::move(answer).wait().value_or(0), 3);
}

TEST(AskChain, of_three_fails_at_the_deadline_of_the_first_and_names_the_slow_one) {
  AskError inner;
  AskError outer;
  bool is_cancelled = false;
  ManualSystem manual;
  const auto slow = manual.system.spawn<Sleeper>({}, &is_cancelled);
  const auto second = manual.system.spawn<Relay<2, Sleeper>>({}, slow, &inner, seconds{60});
  const auto first = manual.system.spawn<Relay<1>>({}, second, &outer, seconds{60});

  auto answer = first.ask(Get{}, milliseconds{100});
  manual.run();
  manual.pass(milliseconds{99});
  const bool was_ready = answer.is_ready();
  manual.pass(milliseconds{1});

  EXPECT_FALSE(was_ready);
  ASSERT_TRUE(answer.is_ready());
  const auto outcome = std::move(answer).wait();
  EXPECT_EQ(outcome.error().reason, Reason::timed_out);
  EXPECT_EQ(outcome.error().waited, Duration{milliseconds{100}});
  EXPECT_TRUE(first == outcome.error().target);
  EXPECT_TRUE(slow == outcome.error().slowest);
  EXPECT_TRUE(std::string_view{outcome.error().detail}.ends_with("Sleeper"));
  EXPECT_EQ(outer.reason, Reason::timed_out);
  EXPECT_TRUE(slow == outer.slowest);
  EXPECT_EQ(inner.reason, Reason::timed_out);
  EXPECT_EQ(inner.waited, Duration{milliseconds{100}});
}

TEST(AskChain, keeps_a_shorter_deadline) {
  AskError error;
  bool is_cancelled = false;
  ManualSystem manual;
  const auto slow = manual.system.spawn<Sleeper>({}, &is_cancelled);
  const auto first = manual.system.spawn<Relay<1>>({}, slow, &error, milliseconds{30});

  auto answer = first.ask(Get{}, milliseconds{100});
  manual.run();
  manual.pass(milliseconds{30});

  EXPECT_EQ(std::move(answer).wait().value_or(0), -1);
  EXPECT_EQ(error.reason, Reason::timed_out);
  EXPECT_EQ(error.waited, Duration{milliseconds{30}});
}

TEST(AskChain, into_a_system_that_is_older_ends_no_earlier) {
  ManualSystem older;
  older.clock.advance(seconds{3600});
  AskError error;
  ManualSystem manual;
  const auto last = older.system.spawn<Last>();
  const auto first = manual.system.spawn<Relay<1>>({}, last, &error);

  auto answer = first.ask(Get{}, seconds{10});
  manual.run();
  older.pass(seconds{9});
  manual.run();

  EXPECT_EQ(std::move(answer).wait().value_or(0), 2);
}

TEST(AskChain, into_a_system_that_is_younger_ends_no_later) {
  ManualSystem manual;
  manual.clock.advance(seconds{3600});
  AskError error;
  bool is_cancelled = false;
  ManualSystem younger;
  const auto slow = younger.system.spawn<Sleeper>({}, &is_cancelled);
  const auto first = manual.system.spawn<Relay<1>>({}, slow, &error);

  auto answer = first.ask(Get{}, seconds{10});
  manual.run();
  younger.pass(seconds{10});
  manual.run();

  EXPECT_EQ(std::move(answer).wait().value_or(0), -1);
  EXPECT_EQ(error.reason, Reason::timed_out);
}

TEST(AskChain, names_the_one_that_has_its_answer_and_is_slow_itself) {
  ManualSystem manual;
  const auto last = manual.system.spawn<Last>();
  struct Dawdler {
    ActorRef<Get> next;
    struct Work {
      GetFuture future;
      engine::Poll<int> poll(const engine::Waker& waker) noexcept {
        (void)future.poll(waker);
        return engine::pending;
      }
    };
    Work on(ActorContext<Dawdler>& context, Get) { return Work{context.ask(next, Get{})}; }
  };
  const auto dawdler = manual.system.spawn<Dawdler>({}, last);

  auto answer = dawdler.ask(Get{}, milliseconds{10});
  manual.run();
  manual.pass(milliseconds{10});

  EXPECT_TRUE(dawdler == std::move(answer).wait().error().slowest);
}

TEST(AskChain, tells_a_handler_that_nobody_waits_any_more) {
  AskError error;
  bool is_cancelled = false;
  ManualSystem manual;
  const auto slow = manual.system.spawn<Sleeper>({}, &is_cancelled);
  const auto first = manual.system.spawn<Relay<1>>({}, slow, &error);

  {
    auto dropped = first.ask(Get{});
    manual.run();
  }
  (void)manual.system.stop(slow);  // its handler looks when it ends
  manual.run();

  EXPECT_TRUE(is_cancelled);
}

TEST(AskChain, does_not_call_an_ask_cancelled_that_is_waited_for) {
  AskError error;
  bool is_cancelled = true;
  ManualSystem manual;
  const auto slow = manual.system.spawn<Sleeper>({}, &is_cancelled);
  const auto first = manual.system.spawn<Relay<1>>({}, slow, &error);

  auto answer = first.ask(Get{});
  manual.run();
  (void)manual.system.stop(slow);
  manual.run();

  EXPECT_FALSE(is_cancelled);
  EXPECT_EQ(error.reason, Reason::stopped);
}

TEST(AskChain, tells_a_handler_that_the_actor_that_asked_has_stopped) {
  bool is_cancelled = false;
  ManualSystem manual;
  struct Asker {
    ActorRef<Sleeper> target;
    struct Begin {};
    struct Answered {};
    void on(ActorContext<Asker>& context, Begin) {
      (void)context.ask(target, Get{}, seconds{60}, [](auto&&) { return Answered{}; });
    }
    void on(Answered) {}
  };
  const auto slow = manual.system.spawn<Sleeper>({}, &is_cancelled);
  const auto asker = manual.system.spawn<Asker>({}, slow);

  asker.tell(Asker::Begin{});
  manual.run();
  (void)manual.system.stop(asker);
  manual.run();
  (void)manual.system.stop(slow);  // its handler looks when it ends
  manual.run();

  EXPECT_TRUE(is_cancelled);
}

TEST(AskCycle, of_one_is_named) {
  AskError error;
  ManualSystem manual;
  const auto relay = manual.system.spawn<Relay<1>>({}, ActorRef<Get>{}, &error);
  relay.tell(Relay<1>::Next{relay});

  auto answer = relay.ask(Get{});
  manual.run();

  EXPECT_EQ(std::move(answer).wait().value_or(0), -1);
  EXPECT_EQ(error.reason, Reason::cycle);
  EXPECT_TRUE(relay == error.target);
  EXPECT_TRUE(std::string_view{error.detail}.starts_with("ask cycle: "));
}

/// What a type is called in errors.
template <class T>
constexpr std::string_view name = engine::type_name<T>.text;

TEST(AskCycle, of_two_is_named) {
  AskError first_error;
  AskError error;
  ManualSystem manual;
  const auto first = manual.system.spawn<Relay<1>>({}, ActorRef<Get>{}, &first_error);
  const auto second = manual.system.spawn<Relay<2>>({}, first, &error);
  first.tell(Relay<1>::Next{second});

  first.tell(Get{});
  manual.run();

  EXPECT_EQ(error.reason, Reason::cycle);
  const std::string_view text{error.detail};
  EXPECT_TRUE(text.starts_with("ask cycle: "));
  EXPECT_LT(text.find(name<Relay<1>>), text.find(name<Relay<2>>));
  EXPECT_TRUE(text.ends_with(name<Relay<1>>));
  EXPECT_EQ(manual.system.dead_letters().count(), 0u);
}

TEST(AskCycle, of_three_is_named) {
  AskError others;
  AskError error;
  ManualSystem manual;
  const auto first = manual.system.spawn<Relay<1>>({}, ActorRef<Get>{}, &others);
  const auto third = manual.system.spawn<Relay<3>>({}, first, &error);
  const auto second = manual.system.spawn<Relay<2>>({}, third, &others);
  first.tell(Relay<1>::Next{second});

  auto answer = first.ask(Get{}, milliseconds{100});
  manual.run();

  EXPECT_EQ(error.reason, Reason::cycle);
  const std::string_view text{error.detail};
  EXPECT_LT(text.find(name<Relay<1>>), text.find(name<Relay<2>>));
  EXPECT_LT(text.find(name<Relay<2>>), text.find(name<Relay<3>>));
  EXPECT_TRUE(text.ends_with(name<Relay<1>>));
  EXPECT_TRUE(std::move(answer).wait().has_value());
}

TEST(AskCycle, through_a_reentrant_actor_is_none) {
  AskError error;
  ManualSystem manual;
  struct Center {
    ActorRef<Get> other;
    AskError* error;
    struct Begin {
      using Reply = int;
    };
    int on(Get) { return 40; }
    Relayed on(ActorContext<Center>& context, Begin) { return Relayed{context.ask(other, Get{}), error}; }
  };
  const auto other = manual.system.spawn<Relay<1>>({}, ActorRef<Get>{}, &error);
  const auto center = manual.system.spawn<Center>({.reentrant = true}, other, &error);
  other.tell(Relay<1>::Next{center});

  auto answer = center.ask(Center::Begin{});
  manual.run();

  EXPECT_EQ(std::move(answer).wait().value_or(0), 42);
}

TEST(AskCycle, is_none_once_the_first_has_given_up) {
  AskError first_error;
  AskError error;
  ManualSystem manual;
  const auto first = manual.system.spawn<Relay<1>>({}, ActorRef<Get>{}, &first_error, milliseconds{10});
  const auto second = manual.system.spawn<Relay<2>>({}, first, &error, milliseconds{10});
  first.tell(Relay<1>::Next{second});
  (void)manual.system.suspend(second);
  first.tell(Get{});
  manual.run();
  manual.pass(milliseconds{10});
  EXPECT_EQ(first_error.reason, Reason::timed_out);

  const auto last = manual.system.spawn<Last>();
  first.tell(Relay<1>::Next{last});
  (void)manual.system.resume(second);
  manual.run();

  EXPECT_NE(error.reason, Reason::cycle);
}

TEST(Sleep, lets_a_handler_wait_for_a_moment) {
  ManualSystem manual;
  struct Nap {
    using Reply = int;
  };
  struct Dozer {
    struct Work {
      Sleep sleep;
      engine::Poll<int> poll(const engine::Waker& waker) noexcept {
        return sleep.poll(waker).has_value() ? engine::Poll<int>{1} : engine::pending;
      }
    };
    Work on(ActorContext<Dozer>& context, Nap) { return Work{context.sleep(milliseconds{50})}; }
  };
  const auto dozer = manual.system.spawn<Dozer>();

  auto answer = dozer.ask(Nap{});
  manual.run();
  manual.pass(milliseconds{49});
  const bool was_ready = answer.is_ready();
  manual.pass(milliseconds{1});

  EXPECT_FALSE(was_ready);
  EXPECT_EQ(std::move(answer).wait().value_or(0), 1);
}

}  // namespace
}  // namespace sluice
