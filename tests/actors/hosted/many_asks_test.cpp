// SPDX-License-Identifier: BSL-1.0
// More asks at once than a small target has memory for.
#include <sluice_test/test.hpp>
#include <vector>

#include <sluice_test/manual_system.hpp>

namespace sluice {
namespace {

using actors_test::ManualSystem;
using actors_test::milliseconds;

struct Question {
  using Reply = int;
  int number;
};

TEST(ManyAsks, a_thousand_are_outstanding_and_each_gets_its_answer) {  // FR-ACT-2
  constexpr int count = 1000;
  ManualSystem on;
  const auto actor = on.system.spawn([](Question question) { return 3 * question.number; });
  std::vector<RequestFuture<int>> futures;
  for (int number = 0; number < count; ++number) {
    futures.push_back(actor.ask({number}, milliseconds{1 + number % 10}));
  }

  on.run();
  on.pass(milliseconds{100});

  for (int number = 0; number < count; ++number) {
    const auto outcome = std::move(futures[static_cast<std::size_t>(number)]).wait();
    ASSERT_TRUE(outcome.has_value());
    EXPECT_EQ(*outcome, 3 * number);
  }
}

TEST(ManyAsks, a_thousand_end_in_order_of_their_timeouts) {
  constexpr int count = 1000;
  ManualSystem on;
  on.system.dead_letters().set_writing(false);
  const auto actor = on.system.spawn([](Question question) { return question.number; });
  on.system.suspend(actor);
  on.run();
  std::vector<RequestFuture<int>> futures;
  for (int number = 0; number < count; ++number) {
    futures.push_back(actor.ask({number}, milliseconds{1 + number}));
  }

  on.pass(milliseconds{count / 2});
  int ready = 0;
  for (const auto& future : futures) {
    ready += future.is_ready() ? 1 : 0;
  }
  EXPECT_LE(ready, count / 2);
  EXPECT_GE(ready, count / 2 - 1);  // a tick may be begun
  on.system.resume(actor);
  on.run();

  EXPECT_EQ(on.letters(DeadLetterReason::late_answer), static_cast<std::uint64_t>(ready));
  EXPECT_EQ(on.system.dead_letters().count(), static_cast<std::uint64_t>(ready));
}

TEST(ManyAsks, a_thousand_that_are_given_up_leave_nothing_behind) {
  constexpr int count = 1000;
  ManualSystem on;
  on.system.dead_letters().set_writing(false);
  const auto actor = on.system.spawn([](Question question) { return question.number; });
  {
    std::vector<RequestFuture<int>> futures;
    for (int number = 0; number < count; ++number) {
      futures.push_back(actor.ask({number}, milliseconds{5}));
    }
  }

  on.pass(milliseconds{10});

  EXPECT_EQ(on.letters(DeadLetterReason::late_answer), static_cast<std::uint64_t>(count));
}

}  // namespace
}  // namespace sluice
