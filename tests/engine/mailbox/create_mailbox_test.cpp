// SPDX-License-Identifier: BSL-1.0
// KIND-5
#include <sluice/engine/mailboxes.hpp>
#include <sluice_test/test.hpp>
#include <string_view>
#include <utility>

namespace sluice::mailbox {
namespace {

TEST(CreateMailbox, an_unbounded_one_takes_all_in_order) {
  const auto mailbox = create_mailbox<int>(MailboxType::unbounded);

  ASSERT_TRUE(mailbox.has_value());
  for (int number = 1; number <= 20; ++number) {
    EXPECT_TRUE((*mailbox)->enqueue(number));
  }
  for (int number = 1; number <= 20; ++number) {
    EXPECT_EQ(*(*mailbox)->dequeue(), number);
  }
}

TEST(CreateMailbox, a_bounded_one_has_the_capacity_that_is_asked_for) {
  const auto mailbox = create_mailbox<int>(MailboxType::bounded, {.capacity = 3});

  ASSERT_TRUE(mailbox.has_value());
  for (int number = 1; number <= 3; ++number) {
    EXPECT_TRUE((*mailbox)->enqueue(number));
  }
  EXPECT_FALSE((*mailbox)->enqueue(4));
  EXPECT_EQ((*mailbox)->size(), 3u);
}

TEST(CreateMailbox, a_bounded_one_holds_1000_unless_somebody_says_otherwise) {
  const auto mailbox = create_mailbox<int>(MailboxType::bounded);

  ASSERT_TRUE(mailbox.has_value());
  for (int number = 1; number <= 1000; ++number) {
    ASSERT_TRUE((*mailbox)->enqueue(number));
  }
  EXPECT_FALSE((*mailbox)->enqueue(1001));
}

TEST(CreateMailbox, one_by_priority_uses_the_function_that_is_given) {
  const auto mailbox =
      create_mailbox<int>(MailboxType::priority, {.priority = [](const int& number) { return -number; }});

  ASSERT_TRUE(mailbox.has_value());
  EXPECT_TRUE((*mailbox)->enqueue(1));
  EXPECT_TRUE((*mailbox)->enqueue(2));

  EXPECT_EQ(*(*mailbox)->dequeue(), 2);
  EXPECT_EQ(*(*mailbox)->dequeue(), 1);
}

TEST(CreateMailbox, one_by_priority_without_a_function_keeps_the_order) {
  const auto mailbox = create_mailbox<int>(MailboxType::priority);

  ASSERT_TRUE(mailbox.has_value());
  EXPECT_TRUE((*mailbox)->enqueue(2));
  EXPECT_TRUE((*mailbox)->enqueue(1));

  EXPECT_EQ(*(*mailbox)->dequeue(), 2);
}

TEST(CreateMailbox, an_unknown_type_is_a_clear_error) {
  const auto mailbox = create_mailbox<int>(static_cast<MailboxType>(9));

  ASSERT_FALSE(mailbox.has_value());
  EXPECT_TRUE(mailbox.error() == MailboxConfigError::unknown_type);
  EXPECT_TRUE(describe(mailbox.error()) == "a mailbox is unbounded, bounded or by priority, and nothing else");
}

TEST(CreateMailbox, a_capacity_of_0_is_a_clear_error) {
  const auto mailbox = create_mailbox<int>(MailboxType::bounded, {.capacity = 0});

  ASSERT_FALSE(mailbox.has_value());
  EXPECT_TRUE(mailbox.error() == MailboxConfigError::zero_capacity);
  EXPECT_TRUE(describe(mailbox.error()) == "a bounded mailbox holds at least one message");
}

TEST(CreateMailbox, a_capacity_that_is_too_large_is_a_clear_error) {
  const auto mailbox = create_mailbox<int>(MailboxType::bounded, {.capacity = engine::Ring::largest_capacity + 1});

  ASSERT_FALSE(mailbox.has_value());
  EXPECT_TRUE(mailbox.error() == MailboxConfigError::capacity_too_large);
  EXPECT_TRUE(describe(mailbox.error()) == "no mailbox is as large as this capacity");
}

TEST(CreateMailbox, the_largest_capacity_of_all_needs_memory_that_is_not_there) {
  if constexpr (hosted) {
    return;  // 8 GB may well be there
  }
  const auto mailbox = create_mailbox<int>(MailboxType::bounded, {.capacity = engine::Ring::largest_capacity});

  ASSERT_FALSE(mailbox.has_value());
  EXPECT_TRUE(mailbox.error() == MailboxConfigError::out_of_memory);
  EXPECT_TRUE(describe(mailbox.error()) == "no memory is left for the mailbox");
}

TEST(CreateMailbox, what_is_left_in_it_ends_with_its_owner) {
  struct Guest {
    explicit Guest(int& count) noexcept : alive{&count} { ++*alive; }
    Guest(Guest&& other) noexcept : alive{other.alive} { ++*alive; }
    ~Guest() { --*alive; }
    int* alive;
  };
  int alive = 0;
  {
    auto made = create_mailbox<Guest>(MailboxType::unbounded);
    ASSERT_TRUE(made.has_value());
    const Owned<Mailbox<Guest>> mailbox = *std::move(made);
    EXPECT_TRUE(mailbox->enqueue(Guest{alive}));
    EXPECT_EQ(alive, 1);
    EXPECT_TRUE(made->get() == nullptr);
  }
  EXPECT_EQ(alive, 0);
}

}  // namespace
}  // namespace sluice::mailbox
