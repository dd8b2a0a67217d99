// SPDX-License-Identifier: BSL-1.0
// Handlers that wait, by the clock: how long messages take through them. US14.2
#include <gtest/gtest.h>

#include <sluice/actors/actor_system.hpp>
#include <sluice/integrations/coroutine/task.hpp>
#include <sluice_test/hosted_backends.hpp>

#include "pacer.hpp"

namespace sluice::paced {
namespace {

using contract::BackendChoice;

class WaitingLoad : public testing::TestWithParam<BackendChoice> {};
INSTANTIATE_TEST_SUITE_P(On, WaitingLoad, testing::ValuesIn(contract::hosted_backends_with(2)),
                         [](const auto& choice) { return choice.param.name; });

struct Question {
  using Reply = std::uint32_t;
  std::uint32_t number;
};
struct Item {
  std::uint32_t number;
};

TEST_P(WaitingLoad, ten_thousand_messages_a_second_pass_within_five_milliseconds_and_none_is_dropped) {  // US14.2
  constexpr std::uint32_t per_second = 10'000;
  constexpr std::uint32_t count = 2 * per_second;
  const auto backend = GetParam().make();
  Waits waits{count};
  std::vector<SteadyClock::time_point> sent(count);
  ActorSystem system{SystemOptions{.executor = &backend->executor()}};
  const auto other = system.spawn([](Question question) { return question.number; });
  const auto target = system.spawn(
      [&waits, &sent, other](ActorContext<Item>& context, Item item) -> Task<> {
        const auto answer = co_await context.ask(other, Question{item.number});
        waits.note(SteadyClock::now() - sent[answer.value()]);
      },
      {.mailbox = Bounded{.capacity = 1'024, .overflow = Overflow::drop_newest}});

  std::uint32_t refused = 0;
  at_rate(per_second, count, [&](std::uint32_t number) {
    sent[number] = SteadyClock::now();
    refused += target.tell(Item{number}).has_value() ? 0u : 1u;
  });
  backend->drain();

  EXPECT_EQ(waits.count(), count);
  EXPECT_EQ(refused + system.dead_letters().count(), 0u);
  EXPECT_LE(waits.mean(), milliseconds{5});
  RecordProperty("mean_us", static_cast<int>(waits.mean().count()));
  RecordProperty("p99_us", static_cast<int>(waits.percentile(99).count()));
}

}  // namespace
}  // namespace sluice::paced
