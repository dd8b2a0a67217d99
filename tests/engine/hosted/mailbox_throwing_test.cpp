// SPDX-License-Identifier: BSL-1.0
// User code that throws where a mailbox calls it: nothing is queued by halves, and nothing is lost. KIND-4, KIND-6.
#include <sluice/engine/mailboxes.hpp>
#include <sluice_test/test.hpp>
#include <string>

namespace sluice::mailbox {
namespace {

struct Refused {};

/// A message that can be told to throw at one of its next moves.
class Touchy {
public:
  explicit Touchy(int number) : number_{number} {}
  Touchy(Touchy&& other) : number_{other.number_} {
    if (moves_until_throw > 0 && --moves_until_throw == 0) {
      throw Refused{};
    }
    other.number_ = 0;
  }
  Touchy& operator=(Touchy&&) = delete;
  [[nodiscard]] int number() const { return number_; }

  static inline int moves_until_throw = 0;

private:
  int number_;
};

/// Counts in `moves` how many moves of a call can throw, and sees that after each of them the message is still there.
template <class Take>
void expect_nothing_lost(QueueBackend<Touchy, engine::UnboundedQueue>& queue, Take take, int& moves) {
  for (moves = 0;; ++moves) {
    Touchy::moves_until_throw = moves + 1;
    try {
      const int number = take();
      Touchy::moves_until_throw = 0;
      EXPECT_EQ(number, 7);
      EXPECT_EQ(queue.size(), 0u);
      return;
    } catch (const Refused&) {
      EXPECT_EQ(queue.size(), 1u);
    }
  }
}

TEST(MailboxThrowing, a_priority_function_that_throws_leaves_the_message_and_the_mailbox_as_they_were) {
  PriorityMailbox<std::string> mailbox{[](const std::string& text) -> std::int32_t {
    if (text.empty()) {
      throw Refused{};
    }
    return text[0];
  }};
  std::string text = "a message too long to be in the string itself";
  EXPECT_TRUE(mailbox.enqueue("b"));

  EXPECT_THROW(mailbox.enqueue(std::string{}), Refused);

  EXPECT_EQ(mailbox.size(), 1u);
  EXPECT_EQ(mailbox.get_message_count(), 1u);
  EXPECT_TRUE(mailbox.enqueue(text));
  EXPECT_EQ(*mailbox.dequeue(), text);
  EXPECT_EQ(*mailbox.dequeue(), "b");
}

TEST(MailboxThrowing, a_message_whose_priority_could_not_be_told_is_still_its_senders) {
  bool fails = true;
  PriorityMailbox<std::string> mailbox{[&fails](const std::string&) -> std::int32_t {
    if (fails) {
      throw Refused{};
    }
    return 1;
  }};
  std::string text = "a message too long to be in the string itself";

  EXPECT_THROW(mailbox.enqueue(std::move(text)), Refused);
  EXPECT_EQ(text, "a message too long to be in the string itself");
  fails = false;
  EXPECT_TRUE(mailbox.enqueue(std::move(text)));

  EXPECT_EQ(*mailbox.dequeue(), "a message too long to be in the string itself");
}

TEST(MailboxThrowing, a_message_that_cannot_be_moved_out_stays_in) {
  QueueBackend<Touchy, engine::UnboundedQueue> queue{Overflow::fail, engine::no_limit};
  EXPECT_TRUE(queue.try_offer(Touchy{7}).is_accepted());
  int moves = 0;

  expect_nothing_lost(queue, [&] { return (**queue.try_poll()).number(); }, moves);

  EXPECT_EQ(moves, 1);
}

TEST(MailboxThrowing, a_message_that_a_mailbox_cannot_move_out_stays_in) {
  UnboundedMailbox<Touchy> mailbox;
  EXPECT_TRUE(mailbox.enqueue(Touchy{7}));

  Touchy::moves_until_throw = 1;
  EXPECT_THROW((void)mailbox.dequeue(), Refused);

  EXPECT_EQ(mailbox.size(), 1u);
  EXPECT_EQ(mailbox.dequeue()->number(), 7);
}

TEST(MailboxThrowing, a_future_whose_message_cannot_be_moved_may_be_polled_again) {
  QueueBackend<Touchy, engine::UnboundedQueue> queue{Overflow::fail, engine::no_limit};
  EXPECT_TRUE(queue.try_offer(Touchy{7}).is_accepted());
  auto future = queue.poll_blocking();
  int moves = 0;

  expect_nothing_lost(queue, [&] { return (**future.poll(engine::Waker{})).number(); }, moves);

  EXPECT_EQ(moves, 1);
}

}  // namespace
}  // namespace sluice::mailbox
