// SPDX-License-Identifier: BSL-1.0
// The unbounded and the bounded kind, and what all kinds share.
#include <sluice/engine/mailboxes.hpp>
#include <sluice_test/test.hpp>
#include <string_view>
#include <type_traits>

namespace sluice::mailbox {
namespace {

// More messages than any image has blocks for, where there is memory.
constexpr int many = hosted ? 10'000 : 40;

/// A kind of its own, as small as it gets: one message, the newest.
class NewestOnly final : public Mailbox<int> {
public:
  std::optional<int> dequeue() override { return std::exchange(message_, std::nullopt); }
  std::uint32_t size() noexcept override { return message_.has_value() ? 1 : 0; }

private:
  std::expected<void, QueueError<int>> put(int&& message) override {
    if (message < 0) {
      return std::unexpected{QueueError<int>::full(message)};
    }
    message_ = message;
    return {};
  }
  std::optional<int> message_;
};

/// A message that can only be moved, and counts how many of it live.
class Parcel {
public:
  Parcel(int number, int& alive) noexcept : number_{number}, alive_{&alive} { ++*alive_; }
  Parcel(Parcel&& other) noexcept : number_{std::exchange(other.number_, 0)}, alive_{other.alive_} { ++*alive_; }
  Parcel& operator=(Parcel&&) = delete;
  ~Parcel() { --*alive_; }
  [[nodiscard]] int number() const noexcept { return number_; }

private:
  int number_;
  int* alive_;
};

/// Takes everything out and reads it as one decimal number: 1, 2, 3 gives 123.
int digits_of(Mailbox<int>& mailbox) {
  int digits = 0;
  while (const std::optional<int> message = mailbox.dequeue()) {
    digits = digits * 10 + *message;
  }
  return digits;
}

bool enqueue_all(Mailbox<int>& mailbox, int first, int last) {
  bool all = true;
  for (int number = first; number <= last; ++number) {
    all = mailbox.enqueue(number) && all;
  }
  return all;
}

// KIND-1
TEST(MailboxInterface, it_is_abstract_and_every_kind_is_one) {
  EXPECT_TRUE(std::is_abstract_v<Mailbox<int>>);
  EXPECT_FALSE(std::is_constructible_v<Mailbox<int>>);
  EXPECT_FALSE(std::is_abstract_v<NewestOnly>);
  EXPECT_TRUE((std::is_base_of_v<Mailbox<int>, UnboundedMailbox<int>>));
  EXPECT_TRUE((std::is_base_of_v<Mailbox<int>, BoundedMailbox<int>>));
  EXPECT_TRUE((std::is_base_of_v<Mailbox<int>, PriorityMailbox<int>>));
}

TEST(MailboxInterface, a_kind_of_ones_own_gets_its_counts_from_it) {
  NewestOnly own;
  Mailbox<int>& mailbox = own;

  EXPECT_TRUE(mailbox.enqueue(1));
  EXPECT_TRUE(mailbox.enqueue(2));
  EXPECT_FALSE(mailbox.enqueue(-1));

  EXPECT_EQ(mailbox.get_message_count(), 2u);
  EXPECT_EQ(mailbox.size(), 1u);
  EXPECT_EQ(*mailbox.dequeue(), 2);
  EXPECT_TRUE(mailbox.is_empty());
}

// KIND-2
TEST(UnboundedMailbox, a_new_one_is_empty) {
  UnboundedMailbox<int> mailbox;

  EXPECT_TRUE(mailbox.is_empty());
  EXPECT_EQ(mailbox.size(), 0u);
  EXPECT_EQ(mailbox.get_message_count(), 0u);
}

TEST(UnboundedMailbox, a_message_that_went_in_comes_out) {
  UnboundedMailbox<int> mailbox;

  EXPECT_TRUE(mailbox.enqueue(7));

  EXPECT_EQ(*mailbox.dequeue(), 7);
  EXPECT_TRUE(mailbox.is_empty());
}

TEST(UnboundedMailbox, nothing_comes_out_of_an_empty_one) {
  UnboundedMailbox<int> mailbox;

  EXPECT_FALSE(mailbox.dequeue().has_value());
  EXPECT_FALSE(mailbox.dequeue().has_value());
}

TEST(UnboundedMailbox, first_in_first_out) {
  UnboundedMailbox<int> mailbox;

  EXPECT_TRUE(enqueue_all(mailbox, 1, 6));

  EXPECT_EQ(digits_of(mailbox), 123456);
}

TEST(UnboundedMailbox, the_order_lasts_while_messages_come_and_go) {
  UnboundedMailbox<int> mailbox;
  int expected = 1;

  for (int number = 1; number <= 99; number += 3) {
    EXPECT_TRUE(enqueue_all(mailbox, number, number + 2));
    EXPECT_EQ(*mailbox.dequeue(), expected++);
    EXPECT_EQ(*mailbox.dequeue(), expected++);
    if (mailbox.size() > 5) {
      EXPECT_EQ(*mailbox.dequeue(), expected++);
    }
  }

  while (const std::optional<int> message = mailbox.dequeue()) {
    EXPECT_EQ(*message, expected++);
  }
  EXPECT_EQ(expected, 100);
}

TEST(UnboundedMailbox, it_always_accepts) {
  UnboundedMailbox<int> mailbox;

  EXPECT_TRUE(enqueue_all(mailbox, 1, many));

  EXPECT_EQ(mailbox.size(), many);
  for (int number = 1; number <= many; ++number) {
    ASSERT_EQ(*mailbox.dequeue(), number);
  }
}

TEST(UnboundedMailbox, its_size_is_what_is_in) {
  UnboundedMailbox<int> mailbox;

  EXPECT_TRUE(enqueue_all(mailbox, 1, 3));
  EXPECT_EQ(mailbox.size(), 3u);
  EXPECT_FALSE(mailbox.is_empty());

  EXPECT_EQ(*mailbox.dequeue(), 1);
  EXPECT_EQ(mailbox.size(), 2u);
  EXPECT_EQ(digits_of(mailbox), 23);
}

TEST(UnboundedMailbox, it_counts_the_messages_of_its_life) {
  UnboundedMailbox<int> mailbox;

  EXPECT_TRUE(enqueue_all(mailbox, 1, 3));
  EXPECT_EQ(digits_of(mailbox), 123);
  EXPECT_TRUE(enqueue_all(mailbox, 4, 5));

  EXPECT_EQ(mailbox.get_message_count(), 5u);
  EXPECT_EQ(mailbox.size(), 2u);
}

TEST(UnboundedMailbox, what_is_left_in_it_ends_with_it) {
  int alive = 0;
  {
    UnboundedMailbox<Parcel> mailbox;
    EXPECT_TRUE(mailbox.enqueue(Parcel{1, alive}));
    EXPECT_TRUE(mailbox.enqueue(Parcel{2, alive}));
    EXPECT_EQ(mailbox.dequeue()->number(), 1);
    EXPECT_EQ(alive, 1);
  }

  EXPECT_EQ(alive, 0);
}

// KIND-3
TEST(BoundedMailbox, a_new_one_is_empty_and_not_full) {
  BoundedMailbox<int> mailbox{3};

  EXPECT_TRUE(mailbox.status().has_value());
  EXPECT_TRUE(mailbox.is_empty());
  EXPECT_FALSE(mailbox.is_full());
  EXPECT_EQ(mailbox.capacity(), 3u);
  EXPECT_EQ(mailbox.get_rejected_count(), 0u);
}

TEST(BoundedMailbox, its_capacity_is_1000_unless_somebody_says_otherwise) {
  BoundedMailbox<int> mailbox;

  EXPECT_TRUE(mailbox.status().has_value());
  EXPECT_EQ(mailbox.capacity(), 1000u);
}

TEST(BoundedMailbox, first_in_first_out) {
  BoundedMailbox<int> mailbox{4};

  EXPECT_TRUE(enqueue_all(mailbox, 1, 4));

  EXPECT_EQ(digits_of(mailbox), 1234);
}

TEST(BoundedMailbox, it_holds_exactly_its_capacity) {
  for (std::uint32_t capacity = 1; capacity <= 4; ++capacity) {
    BoundedMailbox<int> mailbox{capacity};
    const int last = static_cast<int>(capacity);

    EXPECT_TRUE(enqueue_all(mailbox, 1, last));
    EXPECT_FALSE(mailbox.enqueue(last + 1));

    EXPECT_EQ(mailbox.size(), capacity);
    EXPECT_TRUE(mailbox.is_full());
    (void)digits_of(mailbox);
  }
}

TEST(BoundedMailbox, a_full_one_refuses_and_counts) {
  BoundedMailbox<int> mailbox{2};
  EXPECT_TRUE(enqueue_all(mailbox, 1, 2));

  EXPECT_FALSE(mailbox.enqueue(3));
  EXPECT_FALSE(mailbox.enqueue(4));

  EXPECT_EQ(mailbox.get_rejected_count(), 2u);
  EXPECT_EQ(digits_of(mailbox), 12);
}

TEST(BoundedMailbox, what_leaves_makes_room) {
  BoundedMailbox<int> mailbox{2};
  EXPECT_TRUE(enqueue_all(mailbox, 1, 2));
  EXPECT_FALSE(mailbox.enqueue(9));

  EXPECT_EQ(*mailbox.dequeue(), 1);
  EXPECT_FALSE(mailbox.is_full());
  EXPECT_TRUE(mailbox.enqueue(3));

  EXPECT_EQ(digits_of(mailbox), 23);
}

TEST(BoundedMailbox, accepted_and_refused_are_all_that_came) {
  BoundedMailbox<int> mailbox{2};

  for (int number = 1; number <= 9; ++number) {
    (void)mailbox.enqueue(number);
    if (number % 3 == 0) {
      (void)mailbox.dequeue();
    }
  }

  EXPECT_EQ(mailbox.get_message_count() + mailbox.get_rejected_count(), 9u);
  EXPECT_EQ(mailbox.get_message_count(), 4u);
}

// D6
TEST(BoundedMailbox, a_refused_message_can_be_had_back) {
  int alive = 0;
  {
    BoundedMailbox<Parcel> mailbox{1};
    EXPECT_TRUE(mailbox.try_enqueue(Parcel{1, alive}).has_value());

    auto refused = mailbox.try_enqueue(Parcel{2, alive});

    ASSERT_FALSE(refused.has_value());
    EXPECT_TRUE(refused.error().fault() == QueueFault::full);
    EXPECT_EQ(refused.error().take_message().number(), 2);
    EXPECT_EQ(mailbox.get_rejected_count(), 1u);
    EXPECT_EQ(alive, 1);
  }
  EXPECT_EQ(alive, 0);
}

TEST(BoundedMailbox, one_that_could_not_be_made_is_full_and_empty) {
  BoundedMailbox<int> mailbox{0};

  EXPECT_FALSE(mailbox.status().has_value());
  EXPECT_TRUE(mailbox.is_full());
  EXPECT_TRUE(mailbox.is_empty());
  EXPECT_FALSE(mailbox.enqueue(1));
  EXPECT_FALSE(mailbox.dequeue().has_value());
  EXPECT_EQ(mailbox.get_rejected_count(), 1u);
}

// The seed's edge cases.
TEST(MailboxEdge, a_message_may_be_nothing) {
  UnboundedMailbox<std::optional<int>> mailbox;

  EXPECT_TRUE(mailbox.enqueue(std::nullopt));

  const std::optional<std::optional<int>> message = mailbox.dequeue();
  ASSERT_TRUE(message.has_value());
  EXPECT_FALSE(message->has_value());
  EXPECT_FALSE(mailbox.dequeue().has_value());
}

TEST(MailboxEdge, a_message_may_be_a_whole_structure) {
  struct Order {
    std::string_view customer;
    int articles[3];
  };
  BoundedMailbox<Order> mailbox{2};

  EXPECT_TRUE(mailbox.enqueue({"Ada", {1, 2, 3}}));

  const std::optional<Order> order = mailbox.dequeue();
  ASSERT_TRUE(order.has_value());
  EXPECT_TRUE(order->customer == "Ada");
  EXPECT_EQ(order->articles[2], 3);
}

TEST(MailboxEdge, a_message_may_be_sent_as_a_copy_or_given_away) {
  UnboundedMailbox<int> copies;
  const int kept = 5;
  EXPECT_TRUE(copies.enqueue(kept));
  EXPECT_EQ(*copies.dequeue(), kept);

  int alive = 0;
  PriorityMailbox<Parcel> parcels;
  Parcel given{6, alive};
  EXPECT_TRUE(parcels.enqueue(std::move(given)));
  EXPECT_EQ(parcels.dequeue()->number(), 6);
}

}  // namespace
}  // namespace sluice::mailbox
