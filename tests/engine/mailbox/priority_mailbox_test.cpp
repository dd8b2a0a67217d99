// SPDX-License-Identifier: BSL-1.0
// KIND-4, D9
#include <climits>
#include <sluice/engine/mailboxes.hpp>
#include <sluice_test/test.hpp>

namespace sluice::mailbox {
namespace {

struct Job {
  int number;
  std::int32_t priority;
};

std::int32_t priority_of(const Job& job) { return job.priority; }

int digits_of(Mailbox<Job>& mailbox) {
  int digits = 0;
  while (const std::optional<Job> job = mailbox.dequeue()) {
    digits = digits * 10 + job->number;
  }
  return digits;
}

TEST(PriorityMailbox, the_lowest_number_comes_first) {
  PriorityMailbox<Job> mailbox{&priority_of};

  EXPECT_TRUE(mailbox.enqueue({1, 10}));
  EXPECT_TRUE(mailbox.enqueue({2, 0}));
  EXPECT_TRUE(mailbox.enqueue({3, 15}));
  EXPECT_TRUE(mailbox.enqueue({4, 5}));

  EXPECT_EQ(digits_of(mailbox), 2413);
}

TEST(PriorityMailbox, first_in_first_out_among_equals) {
  PriorityMailbox<Job> mailbox{&priority_of};

  for (int number = 1; number <= 8; ++number) {
    EXPECT_TRUE(mailbox.enqueue({number, number % 2}));
  }

  EXPECT_EQ(digits_of(mailbox), 24681357);
}

TEST(PriorityMailbox, without_a_function_all_have_priority_10_and_come_in_order) {
  PriorityMailbox<Job> mailbox;
  const Job job{1, 3};

  EXPECT_TRUE(mailbox.enqueue(job));
  EXPECT_TRUE(mailbox.enqueue({2, 2}));
  EXPECT_TRUE(mailbox.enqueue({3, 1}));

  EXPECT_EQ(digits_of(mailbox), 123);
  EXPECT_EQ(default_priority, 10);
  EXPECT_EQ(SamePriority{}(job), 10);
}

TEST(PriorityMailbox, a_function_of_ones_own_may_remember_something) {
  std::int32_t favourite = 0;
  PriorityMailbox<Job> mailbox{[&favourite](const Job& job) { return job.number == favourite ? -1 : 1; }};
  favourite = 2;

  for (int number = 1; number <= 3; ++number) {
    EXPECT_TRUE(mailbox.enqueue({number, 0}));
  }

  EXPECT_EQ(digits_of(mailbox), 213);
}

TEST(PriorityMailbox, a_function_may_be_part_of_the_type) {
  struct ByNumber {
    std::int32_t operator()(const Job& job) const noexcept { return -job.number; }
  };
  PriorityMailbox<Job, ByNumber> concrete{ByNumber{}};
  Mailbox<Job>& mailbox = concrete;

  for (int number = 1; number <= 3; ++number) {
    EXPECT_TRUE(mailbox.enqueue({number, 0}));
  }

  EXPECT_EQ(digits_of(mailbox), 321);
}

TEST(PriorityMailbox, the_ends_of_the_range_are_priorities_as_others) {
  PriorityMailbox<Job> mailbox{&priority_of};

  EXPECT_TRUE(mailbox.enqueue({1, INT_MAX}));
  EXPECT_TRUE(mailbox.enqueue({2, 0}));
  EXPECT_TRUE(mailbox.enqueue({3, INT_MIN}));
  EXPECT_TRUE(mailbox.enqueue({4, INT_MAX - 1}));
  EXPECT_TRUE(mailbox.enqueue({5, INT_MIN + 1}));
  EXPECT_TRUE(mailbox.enqueue({6, INT_MIN}));
  EXPECT_TRUE(mailbox.enqueue({7, INT_MAX}));

  EXPECT_EQ(digits_of(mailbox), 3652417);
}

TEST(PriorityMailbox, one_that_comes_late_may_still_come_first) {
  PriorityMailbox<Job> mailbox{&priority_of};
  EXPECT_TRUE(mailbox.enqueue({1, 5}));
  EXPECT_TRUE(mailbox.enqueue({2, 7}));
  EXPECT_EQ(mailbox.dequeue()->number, 1);

  EXPECT_TRUE(mailbox.enqueue({3, 6}));
  EXPECT_TRUE(mailbox.enqueue({4, 7}));

  EXPECT_EQ(digits_of(mailbox), 324);
}

TEST(PriorityMailbox, its_size_and_its_count_are_those_of_any_mailbox) {
  PriorityMailbox<Job> mailbox{&priority_of};
  EXPECT_TRUE(mailbox.is_empty());
  EXPECT_FALSE(mailbox.dequeue().has_value());

  EXPECT_TRUE(mailbox.enqueue({1, 1}));
  EXPECT_TRUE(mailbox.enqueue({2, 2}));
  EXPECT_EQ(mailbox.dequeue()->number, 1);

  EXPECT_EQ(mailbox.size(), 1u);
  EXPECT_EQ(mailbox.get_message_count(), 2u);
  EXPECT_EQ(digits_of(mailbox), 2);
}

}  // namespace
}  // namespace sluice::mailbox
