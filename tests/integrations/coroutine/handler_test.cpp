// SPDX-License-Identifier: BSL-1.0
// Handlers that are coroutines: US14.1, R6.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <sluice/actors/actor_system.hpp>
#include <sluice/actors/supervision/recover_exceptions.hpp>
#include <sluice/engine/async_mutex.hpp>
#include <sluice/integrations/coroutine/task.hpp>
#include <sluice_test/manual_system.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace sluice {
namespace {

using actors_test::ManualSystem;
using actors_test::milliseconds;
using Reason = AskError::Reason;

struct Price {
  using Reply = int;
  std::string item;
};
struct Total {
  using Reply = int;
  std::vector<std::string> items;
};
struct Note {
  std::string text;
};

/// Adds up what it asks for, one by one.
struct Till {
  ActorRef<Price> shop;
  Task<int> on(ActorContext<Till>& context, Total total) {
    int sum = 0;
    for (const std::string& item : total.items) {
      auto answer = context.ask(shop, Price{item}, milliseconds{100});
      const auto price = co_await answer;
      sum += price.value_or(0);
    }
    co_return sum;
  }
};

TEST(CoroutineHandler, asks_others_and_answers) {  // US14.1
  ManualSystem manual;
  const auto shop = manual.system.spawn([](Price price) { return static_cast<int>(price.item.size()); });
  const auto till = manual.system.spawn<Till>({}, shop);

  auto answer = till.ask(Total{{"fig", "plum", "peach"}});
  manual.run();

  EXPECT_EQ(std::move(answer).wait().value_or(0), 3 + 4 + 5);
}

TEST(CoroutineHandler, hears_why_an_ask_failed) {
  ManualSystem manual;
  std::optional<AskError> error;
  const auto mute = manual.system.spawn([](ActorContext<Price>& context, Price) -> Task<int> {
    co_await context.sleep(std::chrono::hours{1});
    co_return 1;
  });
  struct Ask {};
  const auto asker = manual.system.spawn([&, mute](ActorContext<Ask>& context, Ask) -> Task<> {
    auto answer = context.ask(mute, Price{"fig"}, milliseconds{10});
    const auto price = co_await answer;
    error = price.error();
  });

  asker.tell(Ask{});
  manual.run();
  manual.pass(milliseconds{10});

  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->reason, Reason::timed_out);
  EXPECT_TRUE(mute == error->target);
}

TEST(CoroutineHandler, waits_for_a_moment_while_others_wait_for_it) {
  ManualSystem manual;
  std::vector<std::string> log;
  const auto napper = manual.system.spawn([&log](ActorContext<Note>& context, Note note) -> Task<> {
    log.push_back("begin " + note.text);
    co_await context.sleep(milliseconds{50});
    log.push_back("end " + note.text);
  });
  napper.tell(Note{"a"});
  napper.tell(Note{"b"});
  manual.run();

  manual.pass(milliseconds{49});
  EXPECT_EQ(log, (std::vector<std::string>{"begin a"}));
  manual.pass(milliseconds{1});
  manual.pass(milliseconds{50});

  EXPECT_EQ(log, (std::vector<std::string>{"begin a", "end a", "begin b", "end b"}));
}

TEST(CoroutineHandler, of_a_reentrant_actor_interleaves_with_others) {
  ManualSystem manual;
  std::vector<std::string> log;
  const auto napper = manual.system.spawn(
      [&log](ActorContext<Note>& context, Note note) -> Task<> {
        log.push_back("begin " + note.text);
        co_await context.sleep(milliseconds{note.text == "long" ? 50 : 20});
        log.push_back("end " + note.text);
      },
      {.reentrant = true});
  napper.tell(Note{"long"});
  napper.tell(Note{"short"});
  manual.run();

  manual.pass(milliseconds{20});
  manual.pass(milliseconds{30});

  EXPECT_EQ(log, (std::vector<std::string>{"begin long", "begin short", "end short", "end long"}));
}

TEST(CoroutineHandler, offers_and_waits_for_room) {  // R3.1
  ManualSystem manual;
  std::vector<std::string> got;
  std::vector<bool> offered;
  const auto sink = manual.system.spawn([&got](Note note) { got.push_back(note.text); },
                                        {.mailbox = Bounded{.capacity = 1, .overflow = Overflow::block}});
  struct Begin {};
  const auto source = manual.system.spawn([&offered, sink](Begin) -> Task<> {
    for (const char* text : {"a", "b", "c"}) {
      auto offer = sink.offer(Note{text});
      const Result<> result = co_await offer;
      offered.push_back(result.has_value());
    }
  });
  (void)manual.system.suspend(sink);
  source.tell(Begin{});
  manual.run();
  EXPECT_EQ(offered.size(), 1u);

  (void)manual.system.resume(sink);
  manual.run();

  EXPECT_EQ(offered, (std::vector<bool>{true, true, true}));
  EXPECT_EQ(got, (std::vector<std::string>{"a", "b", "c"}));
}

TEST(CoroutineHandler, waits_for_an_offer_of_its_context_or_leaves_it_to_its_actor) {  // R3.1
  ManualSystem manual;
  std::vector<int> log;
  struct Number {
    int value;
  };
  const auto sink = manual.system.spawn([&log](Number number) { log.push_back(number.value); },
                                        {.mailbox = Bounded{.capacity = 1, .overflow = Overflow::block}});
  struct Begin {
    int first;
  };
  const auto source = manual.system.spawn([&log, sink](ActorContext<Begin>& context, Begin begin) -> Task<> {
    for (int i = 0; i < 3; ++i) {
      const Result<> result = co_await context.offer(sink, Number{begin.first + i});
      log.push_back(result.has_value() ? 0 : -1);
    }
    context.offer(sink, Number{begin.first + 3});
    context.offer(sink, Number{begin.first + 4});
  });
  (void)manual.system.suspend(sink);
  source.tell(Begin{10});
  source.tell(Begin{20});
  manual.run();
  EXPECT_EQ(log, (std::vector<int>{0}));

  (void)manual.system.resume(sink);
  manual.run();

  std::erase(log, 0);
  EXPECT_EQ(log, (std::vector<int>{10, 11, 12, 13, 14, 20, 21, 22, 23, 24}));
}

TEST(CoroutineHandler, of_a_behavior_gives_the_next_one_in_the_end) {
  ManualSystem manual;
  std::vector<std::string> log;
  const auto second = Behaviors::receive_message<Note>([&log](Note note) { log.push_back("second " + note.text); });
  const auto first = Behaviors::receive<Note>(
      [&log, second](ActorContext<Note>& context, Note note) -> Task<ActorResult<Behavior<Note>>> {
        co_await context.sleep(milliseconds{1});
        log.push_back("first " + note.text);
        co_return second;
      });
  const auto actor = manual.system.spawn(first);
  actor.tell(Note{"a"});
  actor.tell(Note{"b"});
  manual.run();
  EXPECT_TRUE(log.empty());

  manual.pass(milliseconds{1});

  EXPECT_EQ(log, (std::vector<std::string>{"first a", "second b"}));
}

TEST(CoroutineHandler, of_a_behavior_that_is_replaced_meanwhile_goes_on) {
  ManualSystem manual;
  std::vector<std::string> log;
  const auto last = Behaviors::receive_message<Note>([&log](Note note) { log.push_back("last " + note.text); });
  const auto waiting =
      Behaviors::receive<Note>([&log, last, name = std::string{"a name that does not fit into a small string"}](
                                   ActorContext<Note>& context, Note note) -> Task<Behavior<Note>> {
        co_await context.sleep(note.text == "slow" ? milliseconds{20} : milliseconds{10});
        log.push_back(note.text + std::to_string(name.size()));
        co_return last;
      });
  const auto actor = manual.system.spawn(waiting, {.reentrant = true});
  actor.tell(Note{"slow"});
  actor.tell(Note{"fast"});
  manual.run();

  manual.pass(milliseconds{10});
  actor.tell(Note{"c"});
  manual.run();
  manual.pass(milliseconds{10});

  EXPECT_EQ(log, (std::vector<std::string>{"fast44", "last c", "slow44"}));
}

TEST(CoroutineHandler, waits_for_any_future_and_for_other_tasks) {
  ManualSystem manual;
  AsyncMutex<int> account{1};
  struct PayIn {
    using Reply = int;
    int amount;
  };
  struct Bank {
    AsyncMutex<int>* account;
    Task<int> pay_in(int amount) {
      const auto balance = co_await account->lock();
      *balance += amount;
      co_return *balance;
    }
    Task<int> on(PayIn message) {
      const int balance = co_await pay_in(message.amount);
      co_return balance;
    }
  };
  const auto bank = manual.system.spawn<Bank>({}, &account);
  auto held = account.lock().poll({});

  auto answer = bank.ask(PayIn{4});
  manual.run();
  const bool was_ready = answer.is_ready();
  held.reset();
  manual.run();

  EXPECT_FALSE(was_ready);
  EXPECT_EQ(std::move(answer).wait().value_or(0), 5);
}

/// Counts those that exist.
struct Guest {
  explicit Guest(int* count) noexcept : count_{count} { ++*count_; }
  Guest(const Guest&) = delete;
  Guest& operator=(const Guest&) = delete;
  ~Guest() { --*count_; }
  int* count_;
};
struct Stay {
  using Reply = int;
  Duration time;
};
struct Leave {};

/// Has guests while it waits.
struct Inn {
  int* guests;
  Task<ActorResult<int>> on(ActorContext<Inn>& context, Stay stay) {
    const Guest guest{guests};
    co_await context.sleep(stay.time);
    if (stay.time > milliseconds{90}) {
      co_return fail(ActorError::retryable("too long"));
    }
    co_return 1;
  }
  ActorResult<> on(Leave) { return fail(ActorError::retryable("fire")); }
};

TEST(CoroutineHandler, that_fails_after_waiting_fails_as_others_do) {
  ManualSystem manual;
  int guests = 0;
  const auto inn = manual.system.spawn<Inn>({.supervision = Restart{}}, &guests);

  auto answer = inn.ask(Stay{milliseconds{100}});
  manual.run();
  manual.pass(milliseconds{100});

  EXPECT_EQ(std::move(answer).wait().error().reason, Reason::failed);
  EXPECT_EQ(guests, 0);
  EXPECT_TRUE(inn.is_alive());
}

TEST(CoroutineHandler, ends_with_its_actor_and_what_it_has_does) {
  ManualSystem manual;
  int guests = 0;
  const auto inn = manual.system.spawn<Inn>({}, &guests);
  auto answer = inn.ask(Stay{milliseconds{10}});
  manual.run();
  EXPECT_EQ(guests, 1);

  (void)manual.system.stop(inn);
  manual.run();

  EXPECT_EQ(guests, 0);
  EXPECT_TRUE(answer.is_ready());
  EXPECT_EQ(std::move(answer).wait().error().reason, Reason::stopped);
  manual.pass(milliseconds{10});  // nothing wakes it any more
}

TEST(CoroutineHandler, of_a_reentrant_actor_ends_when_that_one_starts_anew) {
  ManualSystem manual;
  int guests = 0;
  const auto inn = manual.system.spawn<Inn>({.supervision = Restart{}, .reentrant = true}, &guests);
  auto one = inn.ask(Stay{milliseconds{10}});
  auto two = inn.ask(Stay{milliseconds{20}});
  manual.run();
  EXPECT_EQ(guests, 2);

  inn.tell(Leave{});
  manual.run();
  EXPECT_EQ(guests, 0);
  auto three = inn.ask(Stay{milliseconds{10}});
  manual.run();
  manual.pass(milliseconds{20});

  EXPECT_EQ(std::move(one).wait().error().reason, Reason::failed);
  EXPECT_EQ(std::move(two).wait().error().reason, Reason::failed);
  EXPECT_EQ(std::move(three).wait().value_or(0), 1);
}

TEST(CoroutineHandler, that_throws_ends_its_actor) {
  ManualSystem manual;
  const auto thrower = manual.system.spawn([](ActorContext<Price>& context, Price price) -> Task<int> {
    co_await context.sleep(milliseconds{1});
    if (price.item.empty()) {
      throw std::runtime_error{"nothing has no price"};
    }
    co_return 1;
  });

  auto answer = thrower.ask(Price{""});
  manual.run();
  manual.pass(milliseconds{1});

  EXPECT_FALSE(thrower.is_alive());
  EXPECT_EQ(std::move(answer).wait().error().reason, Reason::failed);
  EXPECT_EQ(manual.letters(DeadLetterReason::handler_failed), 1u);
}

TEST(CoroutineHandler, that_throws_ends_with_the_state_that_it_was_called_for) {
  struct Thrower {
    int* lives;
    int* strays;
    int life = ++*lives;
    struct Guard {
      const Thrower& thrower;
      int life;
      int* strays;
      ~Guard() { *strays += thrower.life == life ? 0 : 1; }
    };
    Task<> throw_later(ActorContext<Thrower>& context) {
      co_await context.sleep(milliseconds{1});
      throw std::runtime_error{"on purpose"};
    }
    Task<> go_on(ActorContext<Thrower>& context, std::shared_ptr<Guard>) { co_await throw_later(context); }
    Task<> on(ActorContext<Thrower>& context, Note) {
      return go_on(context, std::make_shared<Guard>(*this, life, strays));  // lives as long as the frame
    }
  };
  ManualSystem manual;
  int lives = 0;
  int strays = 0;
  const auto thrower =
      manual.system.spawn<Thrower>({.supervision = recover_exceptions(Restart{.max = 3})}, &lives, &strays);

  thrower.tell(Note{});
  manual.run();
  manual.pass(milliseconds{1});

  EXPECT_TRUE(thrower.is_alive());
  EXPECT_EQ(lives, 2);
  EXPECT_EQ(strays, 0);
}

TEST(CoroutineHandler, may_take_its_message_by_reference) {
  ManualSystem manual;
  std::string seen;
  const auto reader = manual.system.spawn([&seen](ActorContext<Note>& context, const Note& note) -> Task<> {
    co_await context.sleep(milliseconds{1});
    seen = note.text;
    context.stop();
  });

  reader.tell(Note{"a message that does not fit into a small string"});
  manual.run();
  manual.pass(milliseconds{1});

  EXPECT_EQ(seen, "a message that does not fit into a small string");
  EXPECT_FALSE(reader.is_alive());
}

TEST(CoroutineHandler, answers_early_and_goes_on) {
  ManualSystem manual;
  bool is_over = false;
  const auto quick = manual.system.spawn([&is_over](ActorContext<Price>& context, Price) -> Task<> {
    context.reply(7);
    co_await context.sleep(milliseconds{1});
    is_over = true;
  });

  auto answer = quick.ask(Price{"fig"});
  manual.run();
  const bool was_over = is_over;
  manual.pass(milliseconds{1});

  EXPECT_EQ(std::move(answer).wait().value_or(0), 7);
  EXPECT_FALSE(was_over);
  EXPECT_TRUE(is_over);
}

TEST(CoroutineHandler, sees_that_nobody_waits_any_more) {
  ManualSystem manual;
  std::vector<bool> cancelled;
  const auto worker = manual.system.spawn([&cancelled](ActorContext<Price>& context, Price) -> Task<int> {
    for (int i = 0; i < 2; ++i) {
      co_await context.sleep(milliseconds{10});
      cancelled.push_back(context.is_cancelled());
    }
    co_return 1;
  });

  {
    const auto answer = worker.ask(Price{"fig"});
    manual.run();
    manual.pass(milliseconds{10});
  }
  manual.pass(milliseconds{10});

  EXPECT_EQ(cancelled, (std::vector<bool>{false, true}));
}

TEST(CoroutineHandler, names_a_cycle_of_asks) {
  ManualSystem manual;
  std::string text;
  struct Link {
    using Reply = int;
    ActorRef<Link> other;
  };
  const auto ask_other = [&text](ActorContext<Link>& context, Link link) -> Task<int> {
    const auto answer = co_await context.ask(link.other, Link{context.self()});
    if (!answer.has_value() && answer.error().reason == Reason::cycle) {
      text = answer.error().detail;
    }
    co_return 1;
  };
  const auto one = manual.system.spawn(ask_other);
  const auto two = manual.system.spawn(ask_other);

  auto answer = one.ask(Link{two});
  manual.run();

  EXPECT_TRUE(text.starts_with("ask cycle: ")) << text;
  EXPECT_EQ(std::move(answer).wait().value_or(0), 1);
}

}  // namespace
}  // namespace sluice
