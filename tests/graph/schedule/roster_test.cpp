// SPDX-License-Identifier: BSL-1.0
#include <sluice/graph/schedule/workers/roster.hpp>
#include <sluice_test/test.hpp>
#include <vector>

namespace sluice::schedule {
namespace {

class RosterTest : public testing::Test {
protected:
  /// Wakes one, who has found something at once.
  Roster::Index wake_to_work() {
    const auto index = roster.recruit();
    EXPECT_TRUE(index.has_value());
    EXPECT_TRUE(roster.end_search());
    return index.value_or(0);
  }

  Roster::Link links[3];
  Roster roster{links, 3};
};

TEST_F(RosterTest, everybody_sleeps_at_first) {
  EXPECT_EQ(roster.look().awake(), 0u);
  EXPECT_EQ(roster.look().searching(), 0u);
}

TEST_F(RosterTest, who_is_recruited_is_awake_and_searches) {
  EXPECT_TRUE(roster.recruit().has_value());

  EXPECT_EQ(roster.look().awake(), 1u);
  EXPECT_EQ(roster.look().searching(), 1u);
}

TEST_F(RosterTest, nobody_is_recruited_while_one_searches) {
  EXPECT_TRUE(roster.recruit().has_value());

  EXPECT_FALSE(roster.recruit().has_value());

  EXPECT_TRUE(roster.end_search());
  EXPECT_TRUE(roster.recruit().has_value());
}

TEST_F(RosterTest, nobody_is_recruited_if_all_are_awake) {
  wake_to_work();
  wake_to_work();
  wake_to_work();

  EXPECT_FALSE(roster.recruit().has_value());
  EXPECT_EQ(roster.look().awake(), 3u);
}

TEST_F(RosterTest, who_fell_asleep_last_is_woken_first) {
  EXPECT_EQ(wake_to_work(), 2u);
  EXPECT_EQ(wake_to_work(), 1u);
  EXPECT_EQ(wake_to_work(), 0u);

  (void)roster.fall_asleep(1, false);
  (void)roster.fall_asleep(0, false);
  (void)roster.fall_asleep(2, false);

  EXPECT_EQ(wake_to_work(), 2u);
  EXPECT_EQ(wake_to_work(), 0u);
  EXPECT_EQ(wake_to_work(), 1u);
}

TEST_F(RosterTest, half_of_those_who_are_awake_may_search) {
  wake_to_work();
  wake_to_work();
  wake_to_work();

  EXPECT_TRUE(roster.begin_search());
  EXPECT_TRUE(roster.begin_search());
  EXPECT_FALSE(roster.begin_search());
  EXPECT_EQ(roster.look().searching(), 2u);
}

TEST_F(RosterTest, the_only_one_awake_may_search) {
  wake_to_work();

  EXPECT_TRUE(roster.begin_search());
}

TEST_F(RosterTest, the_last_searcher_is_told_so) {
  wake_to_work();
  wake_to_work();
  wake_to_work();
  ASSERT_TRUE(roster.begin_search());
  ASSERT_TRUE(roster.begin_search());

  EXPECT_FALSE(roster.end_search());
  EXPECT_TRUE(roster.end_search());
}

TEST_F(RosterTest, who_falls_asleep_learns_who_is_left) {
  wake_to_work();
  wake_to_work();
  ASSERT_TRUE(roster.begin_search());

  const Roster::Rest beside_a_searcher = roster.fall_asleep(1, false);
  const Roster::Rest last = roster.fall_asleep(2, true);

  EXPECT_FALSE(beside_a_searcher.nobody_searches);
  EXPECT_FALSE(beside_a_searcher.nobody_is_awake);
  EXPECT_TRUE(last.nobody_searches);
  EXPECT_TRUE(last.nobody_is_awake);
}

TEST_F(RosterTest, who_worked_leaves_others_at_work) {
  wake_to_work();
  wake_to_work();

  const Roster::Rest rest = roster.fall_asleep(2, false);

  EXPECT_TRUE(rest.nobody_searches);
  EXPECT_FALSE(rest.nobody_is_awake);
}

TEST_F(RosterTest, a_moment_does_not_come_back) {
  const Roster::Moment before = roster.look();
  EXPECT_TRUE(before == roster.look());

  const Roster::Index one = wake_to_work();
  (void)roster.fall_asleep(one, false);

  EXPECT_EQ(roster.look().awake(), before.awake());
  EXPECT_FALSE(before == roster.look());
}

TEST(Roster, has_room_for_many_workers) {
  std::vector<Roster::Link> links(Roster::most_workers);
  Roster roster{links.data(), Roster::most_workers};

  for (Roster::Index i = Roster::most_workers; i > 0; --i) {
    ASSERT_EQ(roster.recruit(), i - 1);
    ASSERT_TRUE(roster.end_search());
  }

  EXPECT_EQ(roster.look().awake(), Roster::most_workers);
  EXPECT_FALSE(roster.recruit().has_value());
}

TEST(Roster, has_no_room_for_none_or_too_many) {
  constexpr const char* promise = "at least one worker and at most 1022";

  sluice_test::expect_broken_promise([] { Roster{nullptr, 0}; }, promise);
  sluice_test::expect_broken_promise([] { Roster{nullptr, Roster::most_workers + 1}; }, promise);
}

TEST(RosterOfSpares, who_is_admitted_is_woken_first) {
  Roster::Link links[3];
  Roster roster{links, 2};
  roster.admit(2);

  EXPECT_EQ(roster.recruit(), 2u);
}

TEST(RosterOfSpares, who_is_discharged_is_not_woken_and_the_others_keep_their_order) {
  for (const Roster::Index gone : {0u, 1u, 2u, 3u}) {
    Roster::Link links[4];
    Roster roster{links, 4};

    EXPECT_TRUE(roster.discharge(gone));
    EXPECT_FALSE(roster.discharge(gone));

    for (Roster::Index left = 4; left-- > 0;) {
      if (left != gone) {
        EXPECT_EQ(roster.recruit(), left);
        EXPECT_TRUE(roster.end_search());
      }
    }
    EXPECT_FALSE(roster.recruit().has_value());
  }
}

TEST(RosterOfSpares, who_departs_is_neither_awake_nor_asleep) {
  Roster::Link links[1];
  Roster roster{links, 1};
  const Roster::Moment before = roster.look();
  EXPECT_EQ(roster.recruit(), 0u);

  const Roster::Rest rest = roster.depart(true);

  EXPECT_TRUE(rest.nobody_searches);
  EXPECT_TRUE(rest.nobody_is_awake);
  EXPECT_EQ(roster.look().awake(), 0u);
  EXPECT_EQ(roster.look().searching(), 0u);
  EXPECT_FALSE(roster.look().has_sleeper());
  EXPECT_FALSE(roster.look() == before);
}

}  // namespace
}  // namespace sluice::schedule
