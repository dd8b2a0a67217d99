// SPDX-License-Identifier: BSL-1.0
// Typed references over untyped envelopes, and adapters: US8, US9, FR-TYP, FR-BEH-6, SC-15.
#include <cstdint>
#include <sluice_test/test.hpp>
#include <string_view>

#include <sluice_test/manual_system.hpp>

namespace sluice {
namespace {

using actors_test::ManualSystem;

struct Text {
  const char* text;
};
struct Number {
  int number;
};
struct Event {
  int number;
};
struct OtherEvent {
  int number;
};
struct Command {
  using Reply = int;
  int number;
};

TEST(TypedMessage, comes_as_what_it_was_sent_as) {  // US8.1
  ManualSystem on;
  std::string_view got;
  const ActorRef<Text> actor = on.system.spawn([&](Text text) { got = text.text; });

  actor.tell({"hello"});
  on.run();

  EXPECT_TRUE(got == "hello");
}

TEST(TypedMessage, may_be_made_of_what_becomes_one) {  // as an argument of a function
  ManualSystem on;
  std::int64_t sum = 0;
  const auto adder = on.system.spawn([&](std::int64_t number) { sum += number; });
  const auto sender = on.system.spawn([](std::int64_t) {});

  adder.tell(1);
  EXPECT_TRUE(adder.try_tell(20).has_value());
  adder.request(300, sender);
  adder.tell_with({}, 4000);
  (void)adder.request_future<int>(50000);
  on.run();

  EXPECT_EQ(sum, 54321);
  static_assert(!Becomes<double, std::int64_t>, "what would be cut off is no message");
  static_assert(!Becomes<int, Number>, "a message is not put together by its fields");
}

TEST(TypedMessage, comes_by_an_untyped_reference_as_well) {  // FR-TYP-1
  ManualSystem on;
  int got = 0;
  const UntypedRef actor = on.system.spawn([&](Number number) { got = number.number; }).untyped();

  actor.tell(Number{5});
  on.run();

  EXPECT_EQ(got, 5);
}

TEST(TypedMessage, of_another_type_is_a_dead_letter_a_figure_and_an_event) {  // US8.2, FR-TYP-2
  ManualSystem on;
  int handled = 0;
  const auto parent_of_nobody = on.system.spawn([&](Number) { ++handled; });
  const UntypedRef actor = parent_of_nobody.untyped();
  MessageMismatch heard{};
  const auto subscription =
      on.system.events().subscribe<MessageMismatch>([&](const MessageMismatch& mismatch) { heard = mismatch; });

  actor.tell(Text{"bad"});
  on.run();

  EXPECT_EQ(handled, 0);
  EXPECT_EQ(on.letters(DeadLetterReason::type_mismatch), 1U);
  EXPECT_EQ(on.system.dead_letters().count(), 1U);
  EXPECT_EQ(on.system.mismatches(), 1U);
  EXPECT_TRUE(heard.actor == actor);
  EXPECT_TRUE(heard.supervisor != UntypedRef{});
  EXPECT_TRUE(std::string_view{heard.message_type}.ends_with("Text"));
}

TEST(TypedMessage, of_another_type_does_not_fail_its_receiver) {
  ManualSystem on;
  int handled = 0;
  const auto actor = on.system.spawn([&](Number) { ++handled; });

  actor.untyped().tell(Text{"bad"});
  actor.tell({1});
  on.run();

  EXPECT_EQ(handled, 1);
  EXPECT_TRUE(actor.is_alive());
}

TEST(TypedMessage, of_another_type_is_rejected_by_every_kind_of_actor) {  // FR-TYP-2
  struct Class {
    void on(Number) {}
  };
  ManualSystem on;

  on.system.spawn<Class>().untyped().tell(Text{});
  on.system.spawn(Behaviors::receive_message<Number>([](Number) {})).untyped().tell(Text{});
  on.system.spawn([](Number) {}).untyped().tell(Text{});
  on.run();

  EXPECT_EQ(on.system.mismatches(), 3U);
}

TEST(TypedMessage, of_100_mismatches_100_are_dead_letters) {  // SC-15; boundary: a mismatch
  ManualSystem on;
  on.system.dead_letters().set_writing(false);
  int handled = 0;
  int heard = 0;
  const auto actor = on.system.spawn([&](Number) { ++handled; });
  const auto subscription = on.system.events().subscribe<MessageMismatch>([&](const MessageMismatch&) { ++heard; });

  for (int number = 0; number < 100; ++number) {
    actor.untyped().tell(Text{"bad"});
    actor.tell({number});
    on.run();
  }

  EXPECT_EQ(on.letters(DeadLetterReason::type_mismatch), 100U);
  EXPECT_EQ(on.system.mismatches(), 100U);
  EXPECT_EQ(heard, 100);
  EXPECT_EQ(handled, 100);
}

TEST(TypedMessage, of_100_that_an_adapter_knows_100_are_handled) {  // SC-15
  ManualSystem on;
  int sum = 0;
  ActorRef<Event> event_ref;
  const auto actor = on.system.spawn(Behaviors::setup<Command>([&](ActorContext<Command>& context) {
    event_ref = *context.message_adapter<Event>([](Event event) { return Command{event.number}; });
    return Behaviors::receive_message<Command>([&](Command command) { sum += command.number; });
  }));
  on.run();

  for (int number = 0; number < 100; ++number) {
    event_ref.tell({1});
    on.run();
  }

  EXPECT_EQ(sum, 100);
  EXPECT_EQ(on.system.dead_letters().count(), 0U);
  EXPECT_TRUE(actor == event_ref.untyped());
}

TEST(TypedMessage, narrows_what_a_class_takes) {  // FR-TYP-1
  struct Class {
    void on(Number number) { *sum += number.number; }
    void on(Text) { *sum += 1000; }
    int* sum;
  };
  ManualSystem on;
  int sum = 0;

  const ActorRef<Number> narrow = on.system.spawn<Class>({}, Class{&sum});
  narrow.tell({4});
  on.run();

  EXPECT_EQ(sum, 4);
}

/// Takes commands; registers adapters and stashes as it is told.
struct Adapting {
  static constexpr std::uint32_t stash_capacity = 4;
  enum class Order : std::uint8_t { adapt, adapt_otherwise, adapt_both, stash_next, unstash };
  struct Log {
    int sum = 0;
    int handled = 0;
    bool on_owner = false;
    ActorRef<Adapting> owner;
  };

  void on(ActorContext<Adapting>& context, Order order) {
    Log* const log = log_;
    switch (order) {
      case Order::adapt_both:
        (void)context.message_adapter<OtherEvent>([](OtherEvent event) { return Command{100 * event.number}; });
        [[fallthrough]];
      case Order::adapt:
        (void)context.message_adapter<Event>([log](Event event) {
          log->on_owner = current_cell != nullptr && current_cell == log->owner.address().cell;
          return Command{event.number};
        });
        break;
      case Order::adapt_otherwise:
        (void)context.message_adapter<Event>([](Event event) { return Command{10 * event.number}; });
        break;
      case Order::stash_next: is_stashing_ = true; break;
      case Order::unstash:
        is_stashing_ = false;
        context.unstash_all();
        break;
    }
  }
  int on(ActorContext<Adapting>& context, Command command) {
    if (is_stashing_) {
      (void)context.stash(command);
      return 0;
    }
    ++log_->handled;
    log_->sum += command.number;
    return command.number + 1;
  }

  Log* log_;
  bool is_stashing_ = false;
};

class Adapters : public testing::Test {
protected:
  using Order = Adapting::Order;
  void tell(Order order) {
    actor.tell(order);
    on.run();
  }
  template <class Message>
  void send(Message message) {
    actor.untyped().tell(message);
    on.run();
  }
  void SetUp() override { log.owner = actor; }

  ManualSystem on;
  Adapting::Log log;
  ActorRef<Adapting> actor = on.system.spawn<Adapting>({}, Adapting{&log});
};

TEST_F(Adapters, make_a_command_of_an_event_on_the_thread_of_their_owner) {  // US9.1, FR-BEH-6
  tell(Order::adapt);

  send(Event{5});

  EXPECT_EQ(log.sum, 5);
  EXPECT_TRUE(log.on_owner);
  EXPECT_EQ(on.system.mismatches(), 0U);
}

TEST_F(Adapters, are_chosen_by_type_and_what_none_knows_is_a_dead_letter) {  // US9.2, FR-BEH-6
  tell(Order::adapt_both);

  send(Event{1});
  send(OtherEvent{2});
  send(Text{"unknown"});
  send(Event{3});

  EXPECT_EQ(log.sum, 204);
  EXPECT_EQ(log.handled, 3);
  EXPECT_EQ(on.letters(DeadLetterReason::type_mismatch), 1U);
}

TEST_F(Adapters, are_replaced_by_the_last_one_for_a_type) {  // FR-BEH-6
  tell(Order::adapt_both);
  tell(Order::adapt_otherwise);

  send(Event{1});
  send(OtherEvent{2});

  EXPECT_EQ(log.sum, 210);
}

TEST_F(Adapters, count_only_once_they_are_registered) {
  send(Event{1});
  tell(Order::adapt);
  send(Event{1});

  EXPECT_EQ(log.handled, 1);
  EXPECT_EQ(on.system.mismatches(), 1U);
}

TEST_F(Adapters, pass_on_who_is_to_be_answered) {  // FR-BEH-6
  tell(Order::adapt);
  const ActorRef<Event> events{actor.address()};

  const auto outcome = events.request_future<int>(Event{4}).wait();

  ASSERT_TRUE(outcome.has_value());
  EXPECT_EQ(*outcome, 5);
}

TEST_F(Adapters, pass_on_the_sender_of_a_request) {
  tell(Order::adapt);
  int answer = 0;
  const auto sender = on.system.spawn([&](int number) { answer = number; });

  (void)ActorRef<Event>{actor.address()}.request(Event{4}, sender);
  on.run();

  EXPECT_EQ(answer, 5);
}

TEST_F(Adapters, make_messages_that_can_be_stashed) {  // FR-BEH-6, US10
  tell(Order::adapt);
  tell(Order::stash_next);
  send(Event{1});
  send(Event{2});
  actor.tell(Command{4});
  on.run();
  EXPECT_EQ(log.handled, 0);

  tell(Order::unstash);

  EXPECT_EQ(log.handled, 3);
  EXPECT_EQ(log.sum, 7);
  EXPECT_EQ(on.system.dead_letters().count(), 0U);
}

TEST_F(Adapters, make_messages_that_overflow_a_stash_as_others_do) {
  tell(Order::adapt);
  tell(Order::stash_next);
  for (int number = 0; number < 6; ++number) {
    send(Event{1});
  }

  tell(Order::unstash);

  EXPECT_EQ(log.sum, 4);
  EXPECT_EQ(on.letters(DeadLetterReason::stash_overflow), 2U);
  EXPECT_EQ(on.system.dead_letters().count(), 2U);
}

TEST_F(Adapters, make_messages_that_are_dead_letters_if_their_actor_stops_with_them) {  // D6
  tell(Order::adapt);
  tell(Order::stash_next);
  send(Event{1});

  on.system.stop(actor);
  on.run();

  EXPECT_EQ(on.system.dead_letters().count(), 1U);
}

}  // namespace
}  // namespace sluice
