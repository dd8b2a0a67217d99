// SPDX-License-Identifier: BSL-1.0
// The event stream compiled with the hooks on: a publication is a zone. US18
#include <gtest/gtest.h>

#include <sluice/actors/events/event_stream.hpp>
#include <string>
#include <vector>
#include "recorded.hpp"

namespace sluice {
namespace {

using sluice_test::recorded;
using Lines = std::vector<std::string>;

struct Tick {};
struct Tock {};

TEST(EventTrace, a_publication_is_one_zone_whose_value_is_its_deliveries) {
  EventStream stream;
  const auto first = stream.subscribe<Tick>([](const Tick&) { recorded.emplace_back("first"); });
  const auto second = stream.subscribe<Tick>([](const Tick&) { recorded.emplace_back("second"); });
  recorded.clear();

  stream.publish(Tick{});

  EXPECT_EQ(recorded, (Lines{"begin eventstream.fanout", "first", "second", "end of 1, value 2"}));
}

TEST(EventTrace, a_nested_publication_is_a_zone_within) {
  EventStream stream;
  const auto outer = stream.subscribe<Tick>([&](const Tick&) { stream.publish(Tock{}); });
  const auto inner = stream.subscribe<Tock>([](const Tock&) { recorded.emplace_back("tock"); });
  recorded.clear();

  stream.publish(Tick{});

  EXPECT_EQ(recorded, (Lines{"begin eventstream.fanout", "begin eventstream.fanout", "tock", "end of 2, value 1",
                             "end of 1, value 1"}));
}

TEST(EventTrace, without_subscribers_there_is_none) {
  EventStream stream;
  recorded.clear();

  stream.publish(Tick{});

  EXPECT_TRUE(recorded.empty());
}

}  // namespace
}  // namespace sluice
