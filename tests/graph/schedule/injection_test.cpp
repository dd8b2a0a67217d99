// SPDX-License-Identifier: BSL-1.0
#include <sluice/graph/schedule/workers/injection.hpp>
#include <sluice_test/test.hpp>
#include <string>

namespace sluice::schedule {
namespace {

struct Item final : engine::Runnable {
  void run() noexcept override {}
};

class InjectionTest : public testing::Test {
protected:
  /// Where in `items` it is, or '-' for null.
  char name_of(const engine::MpscNode* node) const {
    return node == nullptr ? '-' : static_cast<char>('0' + (static_cast<const Item*>(node) - items));
  }

  void push(int first, int last) {
    for (int i = first; i < last; ++i) {
      ASSERT_TRUE(injection.push(items[i]));
    }
  }

  /// The one to run, those in the queue, and whether that was all.
  std::string take() {
    const Injection::Taken taken = injection.take(queue);
    std::string names{name_of(taken.first)};
    while (const engine::Runnable* const next = queue.pop()) {
      names += name_of(next);
    }
    return names + (taken.is_all ? "" : "+");
  }

  std::string take_all() {
    engine::NodeList all = injection.take_all();
    std::string names;
    while (const engine::MpscNode* const node = all.pop_front()) {
      names += name_of(node);
    }
    return names;
  }

  Item items[8];
  engine::RunQueueOf<2> queue;
  Injection injection;
};

TEST_F(InjectionTest, is_empty_at_first) {
  EXPECT_TRUE(injection.is_empty());
  EXPECT_EQ(take(), "-");
}

TEST_F(InjectionTest, gives_the_only_one_to_be_run) {
  push(0, 1);
  EXPECT_FALSE(injection.is_empty());

  EXPECT_EQ(take(), "0");

  EXPECT_TRUE(injection.is_empty());
}

TEST_F(InjectionTest, puts_the_others_into_the_queue_of_who_takes) {
  push(0, 3);

  EXPECT_EQ(take(), "012+");

  EXPECT_TRUE(injection.is_empty());
}

TEST_F(InjectionTest, keeps_what_does_not_fit_in_order) {
  push(0, 8);

  EXPECT_EQ(take(), "012+");
  EXPECT_FALSE(injection.is_empty());
  EXPECT_EQ(take(), "345+");
  EXPECT_EQ(take(), "67+");
  EXPECT_TRUE(injection.is_empty());
}

TEST_F(InjectionTest, gives_what_was_kept_before_what_came_later) {
  push(0, 5);
  EXPECT_EQ(take(), "012+");
  push(5, 6);

  EXPECT_EQ(take(), "34+");
  EXPECT_EQ(take(), "5");
}

TEST_F(InjectionTest, keeps_all_but_one_from_a_full_queue) {
  ASSERT_TRUE(queue.push(items[6]) && queue.push(items[7]));
  push(0, 2);

  EXPECT_EQ(take(), "067+");
  EXPECT_EQ(take(), "1");
}

TEST_F(InjectionTest, puts_an_overflow_at_the_end_of_what_it_keeps) {
  engine::Runnable* const first[] = {&items[3], &items[4]};
  engine::Runnable* const second[] = {&items[5]};

  injection.put_back(first);
  injection.put_back(second);

  EXPECT_FALSE(injection.is_empty());
  EXPECT_EQ(take(), "345+");
  EXPECT_TRUE(injection.is_empty());
}

TEST_F(InjectionTest, refuses_what_comes_after_it_is_closed) {
  injection.close();

  EXPECT_FALSE(injection.push(items[0]));

  EXPECT_TRUE(injection.is_empty());
  EXPECT_EQ(take(), "-");
}

TEST_F(InjectionTest, gives_what_was_there_when_it_was_closed) {
  push(0, 2);
  engine::Runnable* const overflow[] = {&items[2]};
  injection.put_back(overflow);

  injection.close();

  EXPECT_FALSE(injection.is_empty());
  EXPECT_EQ(take(), "201+");
  EXPECT_TRUE(injection.is_empty());
}

TEST_F(InjectionTest, keeps_an_overflow_after_it_is_closed) {
  injection.close();
  engine::Runnable* const overflow[] = {&items[2]};

  injection.put_back(overflow);

  EXPECT_EQ(take(), "2");
}

TEST_F(InjectionTest, may_be_closed_twice) {
  push(0, 1);

  injection.close();
  injection.close();

  EXPECT_FALSE(injection.push(items[1]));
  EXPECT_EQ(take(), "0");
}

TEST_F(InjectionTest, gives_everything_at_once) {
  push(0, 4);
  EXPECT_EQ(take(), "012+");
  push(4, 6);

  EXPECT_EQ(take_all(), "345");

  EXPECT_TRUE(injection.is_empty());
  EXPECT_EQ(take_all(), "");
}

}  // namespace
}  // namespace sluice::schedule
