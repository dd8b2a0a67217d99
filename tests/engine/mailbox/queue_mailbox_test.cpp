// SPDX-License-Identifier: BSL-1.0
// Both ends of a mailbox. MB-2, MB-3, MB-6, MB-9
#include <sluice/engine/mailboxes.hpp>
#include <sluice/engine/manual_executor.hpp>
#include <sluice/engine/wait/schedule_waker.hpp>
#include <sluice_test/test.hpp>
#include <sluice_test/token.hpp>

namespace sluice::mailbox {
namespace {

using Mode = SingleThreaded;
using Factory = QueueMailboxFactory<Mode>;
using Box = Factory::Mailbox<Token>;
using Producer = Factory::Producer<Token>;
using Kind = Producer::Outcome::Kind;

/// Both ends of a mailbox for `capacity` messages.
std::pair<Box, Producer> make(std::uint32_t capacity, Overflow policy = Overflow::fail) {
  auto built = Factory{}.build_mailbox<Token>(MailboxOptions::with_capacity(capacity).with_overflow(policy));
  engine::check(built.has_value(), "the pool has room for the mailboxes of this image");
  return *std::move(built);
}

[[nodiscard]] int take(const Box& mailbox) {
  auto answer = mailbox.try_dequeue();
  if (!answer.has_value()) {
    return disconnected;
  }
  return answer->has_value() ? (*answer)->value() : none;
}

// MB-2: Scheduler performs non-blocking dequeue
TEST(MailboxConsumer, gives_what_is_there_at_once_and_disconnected_when_cut) {
  const auto [mailbox, producer] = make(2);
  EXPECT_EQ(take(mailbox), none);
  EXPECT_TRUE(producer.try_send(Token{1}).has_value());
  EXPECT_TRUE(producer.try_send(Token{2}).has_value());
  const Box copy = mailbox;
  EXPECT_EQ(copy.size(), 2u);
  EXPECT_FALSE(copy.is_empty());

  EXPECT_EQ(take(copy), 1);
  mailbox.close();

  EXPECT_EQ(take(mailbox), 2);
  EXPECT_EQ(copy.try_dequeue().error().fault(), QueueFault::disconnected);
  EXPECT_EQ(copy.try_dequeue_mailbox().error().queue_error().fault(), QueueFault::disconnected);
  EXPECT_FALSE(copy.try_dequeue().error().has_message());
}

// MB-6: Producer reports backpressure via mailbox error
TEST(MailboxProducer, says_full_and_gives_the_message_back) {
  const auto [mailbox, producer] = make(1);
  const Producer copy = producer;
  EXPECT_TRUE(copy.try_send_mailbox(Token{1}).has_value());

  auto refused = producer.try_send_mailbox(Token{2});

  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().queue_error().fault(), QueueFault::full);
  EXPECT_EQ(refused.error().description(), describe(QueueFault::full));
  EXPECT_EQ(refused.error().queue_error().take_message().value(), 2);
  EXPECT_EQ((*mailbox.try_dequeue_mailbox())->value(), 1);
}

/// Writes down what a mailbox tells.
struct Listener final : MailboxMetricsSink<Token>, SchedulerHook {
  void enqueued(std::uint32_t now) noexcept override { ++enqueues, size = now; }
  void dequeued(std::uint32_t now) noexcept override { ++dequeues, size = now; }
  void rejected() noexcept override { ++rejections; }
  void evicted(Token&& message) noexcept override { lost = std::move(message); }
  void mailbox_ready() noexcept override { ++readies; }

  int enqueues = 0;
  int dequeues = 0;
  int rejections = 0;
  int readies = 0;
  std::uint32_t size = 99;
  Token lost{0};
};

// MB-6: no-ops by default; every way in and out counts.
TEST(MailboxProducer, tells_its_hooks_of_every_way_in_and_out) {
  const auto [mailbox, producer] = make(1, Overflow::block);
  Listener listener;
  EXPECT_TRUE(producer.try_send(Token{1}).has_value());
  EXPECT_EQ(take(mailbox), 1);
  producer.set_metrics_sink(&listener);
  producer.set_scheduler_hook(&listener);

  EXPECT_TRUE(producer.try_send(Token{2}).has_value());
  EXPECT_EQ(listener.enqueues, 1);
  EXPECT_EQ(listener.readies, 1);
  EXPECT_EQ(listener.size, 1u);
  EXPECT_FALSE(producer.try_send(Token{3}).has_value());
  EXPECT_EQ(listener.rejections, 1);
  auto offer = producer.offer_blocking(Token{4});
  EXPECT_FALSE(offer.poll({}).has_value());
  EXPECT_EQ(listener.enqueues, 1);
  EXPECT_EQ(take(mailbox), 2);
  EXPECT_EQ(listener.dequeues, 1);
  EXPECT_TRUE(offer.poll({}).has_value());
  EXPECT_EQ(listener.enqueues, 2);
  EXPECT_EQ(listener.readies, 2);
  EXPECT_TRUE(mailbox.poll_blocking().poll({}).has_value());
  EXPECT_EQ(listener.dequeues, 2);
  EXPECT_EQ(listener.size, 0u);

  producer.set_metrics_sink(nullptr);
  producer.set_scheduler_hook(nullptr);
  EXPECT_TRUE(producer.try_send(Token{5}).has_value());
  EXPECT_EQ(listener.enqueues, 2);
  EXPECT_EQ(listener.readies, 2);
}

// D6: what try_send cannot give back belongs to the sink.
TEST(MailboxProducer, gives_what_had_to_go_to_the_metrics_sink) {
  const auto [mailbox, producer] = make(1, Overflow::drop_oldest);
  Listener listener;
  producer.set_metrics_sink(&listener);
  EXPECT_TRUE(producer.try_send(Token{1}).has_value());

  EXPECT_TRUE(producer.try_send(Token{2}).has_value());

  EXPECT_EQ(listener.lost.value(), 1);
  EXPECT_EQ(take(mailbox), 2);
  producer.set_metrics_sink(nullptr);
}

// MB-3: Factory respects custom capacity
TEST(MailboxFactory, a_capacity_of_128_means_128) {
  const auto built = QueueMailboxFactory<>{}.build_mailbox<int>(MailboxOptions::with_capacity(128));
  ASSERT_TRUE(built.has_value());
  const auto& [mailbox, producer] = *built;
  EXPECT_EQ(mailbox.capacity().limit().value(), 128u);

  for (int message = 0; message < 128; ++message) {
    ASSERT_TRUE(producer.try_send(message).has_value());
  }

  EXPECT_EQ(producer.try_send(128).error().fault(), QueueFault::full);
  for (int message = 0; message < 128; ++message) {
    EXPECT_EQ(**mailbox.try_dequeue(), message);
  }
  EXPECT_TRUE(mailbox.is_empty());
}

// MB-3
TEST(MailboxFactory, the_default_mailbox_is_that_of_the_default_options) {
  const auto built = Factory{}.build_default_mailbox<Token>();
  ASSERT_TRUE(built.has_value());
  const auto& [mailbox, producer] = *built;

  for (int value = 1; value <= 9; ++value) {
    ASSERT_TRUE(producer.try_send(Token{value}).has_value());
  }

  EXPECT_TRUE(mailbox.capacity().is_limitless());
  for (int value = 1; value <= 9; ++value) {
    EXPECT_EQ(take(mailbox), value);
  }
}

// KIND-5
TEST(MailboxFactory, capacities_that_cannot_be_had_are_errors) {
  for (const QueueSize size : {QueueSize::limited(0), QueueSize::limited(UINT32_MAX)}) {
    const auto regular = Factory{}.build_mailbox<Token>(MailboxOptions{.capacity = size});
    const auto control = Factory{}.build_mailbox<Token>(MailboxOptions{}.with_priority_capacity(size));

    ASSERT_FALSE(regular.has_value());
    EXPECT_EQ(regular.error(), Error::invalid_argument);
    ASSERT_FALSE(control.has_value());
    EXPECT_EQ(control.error(), Error::invalid_argument);
  }
}

// MB-9: only Block waits.
TEST(QueueMailbox, enqueue_answers_by_the_policy_and_waits_only_under_block) {
  struct {
    Overflow policy;
    Kind kind;
  } const expected[] = {{Overflow::fail, Kind::rejected},        {Overflow::drop_newest, Kind::rejected},
                        {Overflow::grow, Kind::accepted},        {Overflow::drop_oldest, Kind::evicted},
                        {Overflow::dead_letter, Kind::rejected}, {Overflow::block, Kind::pending}};
  for (const auto& [policy, kind] : expected) {
    const auto [mailbox, producer] = make(1, policy);
    EXPECT_EQ(producer.enqueue(Token{1}).kind(), Kind::accepted);

    EXPECT_EQ(producer.enqueue(Token{2}).kind(), kind) << describe(policy);
  }
  EXPECT_EQ(Token::alive, 0);
}

/// Polls a future on an executor until it has answered.
template <class Future>
class Task final : public engine::ScheduleWaker {
public:
  explicit Task(Future& future) noexcept : future_{future} {}
  std::optional<typename Future::Output> answer;
  int polls = 0;

private:
  [[nodiscard]] bool poll(const engine::Waker& waker) noexcept override {
    ++polls;
    if (auto now = future_.poll(waker)) {
      answer.emplace(*std::move(now));
    }
    return answer.has_value();
  }
  void on_done() noexcept override {}

  Future& future_;
};

// MB-9: Mailbox with Block policy resumes producer after dequeue; R8.1, R8.3, D11
TEST(QueueMailbox, a_producer_goes_on_after_the_consumer_took_a_message) {
  engine::ManualExecutor executor;
  const auto [mailbox, producer] = make(2, Overflow::block);
  EXPECT_EQ(producer.enqueue(Token{1}).kind(), Kind::accepted);
  EXPECT_EQ(producer.enqueue(Token{2}).kind(), Kind::accepted);
  Producer::Outcome third = producer.enqueue(Token{3});
  ASSERT_EQ(third.kind(), Kind::pending);
  Task sending{third.future()};
  sending.start(executor);
  executor.run_until_idle();
  EXPECT_EQ(sending.polls, 1);

  Box::PollFuture next = mailbox.poll_blocking();
  Task receiving{next};
  receiving.start(executor);
  executor.run_until_idle();

  ASSERT_TRUE(receiving.answer.has_value());
  EXPECT_EQ((*receiving.answer)->value(), 1);
  ASSERT_TRUE(sending.answer.has_value());
  EXPECT_TRUE(sending.answer->has_value());
  EXPECT_EQ(sending.polls, 2);
  EXPECT_EQ(take(mailbox), 2);
  EXPECT_EQ(take(mailbox), 3);
}

/// A full mailbox, an offer that waits, and a consumer that waits for the signal.
struct Waiting {
  explicit Waiting(int value) : ends{make(1, Overflow::block)} {
    (void)ends.second.try_send(Token{value});
    (void)ends.first.signal().wait().poll({});  // that of the first message
    wait.emplace(ends.first.signal().wait());
    is_quiet = !wait->poll(wakes.waker()).has_value();
    offer.emplace(ends.second.offer_blocking(Token{value + 1}));
    is_quiet = is_quiet && !offer->poll({}).has_value();
  }
  std::pair<Box, Producer> ends;
  Wakes wakes;
  std::optional<Box::Signal::WaitFuture> wait;
  std::optional<Producer::OfferFuture> offer;
  bool is_quiet = false;
};

TEST(MailboxConsumer, is_signalled_when_an_offer_comes_in_at_once) {
  const auto [mailbox, producer] = make(1, Overflow::block);
  Wakes wakes;
  auto wait = mailbox.signal().wait();
  EXPECT_FALSE(wait.poll(wakes.waker()).has_value());

  EXPECT_TRUE(producer.offer_blocking(Token{1}).poll({}).has_value());

  EXPECT_EQ(wakes.count, 1);
  EXPECT_TRUE(wait.poll({}).has_value());
}

TEST(MailboxConsumer, is_signalled_when_an_offer_that_waited_is_asked) {
  Waiting waiting{1};
  EXPECT_TRUE(waiting.is_quiet);
  EXPECT_EQ(take(waiting.ends.first), 1);

  EXPECT_TRUE(waiting.offer->poll({}).has_value());

  EXPECT_EQ(waiting.wakes.count, 1);
  EXPECT_EQ(take(waiting.ends.first), 2);
}

TEST(MailboxConsumer, is_signalled_when_an_offer_dies_that_came_in) {
  Waiting waiting{1};
  EXPECT_EQ(take(waiting.ends.first), 1);

  waiting.offer.reset();

  EXPECT_EQ(waiting.wakes.count, 1);
  EXPECT_EQ(take(waiting.ends.first), 2);
}

TEST(MailboxConsumer, is_signalled_when_an_offer_is_given_up_that_came_in) {
  Waiting waiting{1};
  EXPECT_EQ(take(waiting.ends.first), 1);

  EXPECT_TRUE(waiting.offer->give_up(QueueFault::timed_out).has_value());

  EXPECT_EQ(waiting.wakes.count, 1);
  EXPECT_EQ(take(waiting.ends.first), 2);
}

// MB-10
TEST(MailboxConsumer, is_not_signalled_when_an_offer_dies_that_waits) {
  Waiting waiting{1};

  waiting.offer.reset();

  EXPECT_EQ(waiting.wakes.count, 0);
  EXPECT_EQ(Token::alive, 1);
  EXPECT_EQ(take(waiting.ends.first), 1);
  EXPECT_EQ(take(waiting.ends.first), none);
}

TEST(MailboxConsumer, is_signalled_when_the_last_producer_dies) {
  const auto [mailbox, producer] = make(1);
  std::optional<Producer> copy{producer};
  auto ends = make(1);
  std::optional<Producer> last{std::move(ends.second)};
  Wakes wakes;
  auto wait = ends.first.signal().wait();
  EXPECT_FALSE(wait.poll(wakes.waker()).has_value());

  copy.reset();
  last.reset();

  EXPECT_EQ(wakes.count, 1);
  EXPECT_EQ(take(ends.first), disconnected);
  EXPECT_EQ(take(mailbox), none);
}

TEST(MailboxProducer, is_disconnected_when_the_last_consumer_dies) {
  auto ends = make(1, Overflow::block);
  std::optional<Box> last{std::move(ends.first)};
  EXPECT_TRUE(ends.second.try_send(Token{1}).has_value());
  auto offer = ends.second.offer_blocking(Token{2});
  EXPECT_FALSE(offer.poll({}).has_value());

  last.reset();

  EXPECT_TRUE(is_returned(*offer.poll({}), QueueFault::disconnected, 2));
  EXPECT_TRUE(is_returned(ends.second.try_send(Token{3}), QueueFault::disconnected, 3));
}

TEST(MailboxProducer, an_offer_keeps_the_mailbox_open_after_its_producer) {
  auto ends = make(1, Overflow::block);
  std::optional<Producer> last{std::move(ends.second)};
  EXPECT_TRUE(last->try_send(Token{1}).has_value());
  {
    auto offer = last->offer_blocking(Token{2});
    EXPECT_FALSE(offer.poll({}).has_value());

    last.reset();

    EXPECT_EQ(take(ends.first), 1);
    EXPECT_TRUE(is_accepted(offer.poll({})));
  }
  EXPECT_EQ(take(ends.first), 2);
  EXPECT_EQ(take(ends.first), disconnected);
}

}  // namespace
}  // namespace sluice::mailbox
