// SPDX-License-Identifier: BSL-1.0
// Moderate loads on every hosted executor: how long messages wait. SC-1, SC-6, SC-9
#include <gtest/gtest.h>

#include <sluice/engine/dispatch/dispatcher.hpp>
#include <sluice/engine/dispatch/lane.hpp>
#include <sluice_test/hosted_backends.hpp>

#include "pacer.hpp"

namespace sluice::paced {
namespace {

using contract::BackendChoice;
using engine::Dispatcher;

class Load : public testing::TestWithParam<BackendChoice> {};
INSTANTIATE_TEST_SUITE_P(On, Load, testing::ValuesIn(contract::hosted_backends_with(2)),
                         [](const auto& choice) { return choice.param.name; });

TEST_P(Load, nineteen_of_twenty_tells_are_handled_within_five_milliseconds) {  // SC-1
  constexpr std::uint32_t per_second = 2'000;
  constexpr std::uint32_t count = per_second;
  const auto backend = GetParam().make();
  Dispatcher dispatcher{backend->executor()};
  Timed target{dispatcher, count};

  at_rate(per_second, count, [&](std::uint32_t number) { target.send_now(number); });
  backend->drain();

  EXPECT_EQ(target.waits.count(), count);
  EXPECT_LE(target.waits.percentile(95), milliseconds{5});
}

TEST_P(Load, ten_thousand_messages_a_second_wait_two_milliseconds_at_most_and_none_is_dropped) {  // SC-6
  constexpr std::uint32_t per_second = 10'000;
  constexpr std::uint32_t count = 2 * per_second;
  const auto backend = GetParam().make();
  Dispatcher dispatcher{backend->executor()};
  engine::Lane lane{{.kind = engine::QueueKind::bounded, .capacity = 1'024, .overflow = Overflow::drop_newest}};
  Timed target{dispatcher, count, &lane};

  at_rate(per_second, count, [&](std::uint32_t number) { target.send_now(number); });
  backend->drain();

  EXPECT_EQ(target.waits.count(), count);
  EXPECT_EQ(target.buried.get() + target.refused, 0u);
  EXPECT_LE(target.waits.mean(), milliseconds{2});
}

TEST_P(Load, a_work_stealing_dispatcher_spreads_ten_thousand_messages_a_second) {  // SC-9
  constexpr std::uint32_t mailboxes = 8;
  constexpr std::uint32_t per_second = 10'000;
  constexpr std::uint32_t count = 2 * per_second;
  const auto backend = GetParam().make();
  Dispatcher dispatcher{backend->executor(), {.throughput = 4}};
  std::vector<std::unique_ptr<Timed>> targets;
  for (std::uint32_t index = 0; index < mailboxes; ++index) {
    targets.push_back(std::make_unique<Timed>(dispatcher, count));
  }

  at_rate(per_second, count, [&](std::uint32_t number) { targets[number % mailboxes]->send_now(number); });
  backend->drain();

  std::uint32_t handled = 0;
  for (const auto& target : targets) {
    handled += target->waits.count();
    EXPECT_LE(target->waits.mean(), milliseconds{5});
  }
  EXPECT_EQ(handled, count);
}

}  // namespace
}  // namespace sluice::paced
