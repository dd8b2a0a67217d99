// SPDX-License-Identifier: BSL-1.0
#include <cstdint>
#include <sluice/engine/epoch.hpp>
#include <sluice_test/test.hpp>

namespace sluice::engine {
namespace {

struct Object : Epoch::Retired {
  Object() noexcept : Retired{[](Retired& self) noexcept { ++static_cast<Object&>(self).ends; }} {}
  int ends = 0;
};

/// Looks often enough for everything that can end to end.
void collect_all(Epoch& epoch) {
  for (int i = 0; i < 3; ++i) {
    (void)epoch.collect();
  }
}

TEST(Epoch, ends_at_once_what_nobody_can_hold) {
  Epoch epoch;
  Object object;
  epoch.retire(object);

  collect_all(epoch);
  collect_all(epoch);

  EXPECT_EQ(object.ends, 1);
}

TEST(Epoch, tells_how_many_it_ended) {
  Epoch epoch;
  Object objects[3];
  for (Object& object : objects) {
    epoch.retire(object);
  }

  EXPECT_EQ(epoch.collect(), 0u);
  EXPECT_EQ(epoch.collect(), 3u);
  EXPECT_EQ(epoch.collect(), 0u);
}

TEST(Epoch, keeps_what_somebody_may_hold_until_he_lets_go) {
  Epoch epoch;
  Epoch::Participant participant;
  Object object;
  epoch.add(participant);
  epoch.pin(participant);
  epoch.retire(object);

  collect_all(epoch);
  EXPECT_EQ(object.ends, 0);
  Epoch::unpin(participant);
  collect_all(epoch);

  EXPECT_EQ(object.ends, 1);
}

TEST(Epoch, a_pin_that_came_later_keeps_nothing) {
  Epoch epoch;
  Epoch::Participant participant;
  Object object;
  epoch.add(participant);
  epoch.retire(object);
  (void)epoch.collect();

  epoch.pin(participant);
  (void)epoch.collect();

  EXPECT_EQ(object.ends, 1);
  Epoch::unpin(participant);
}

TEST(Epoch, waits_for_every_participant) {
  Epoch epoch;
  Epoch::Participant participants[3];
  Object object;
  for (Epoch::Participant& participant : participants) {
    epoch.add(participant);
    epoch.pin(participant);
  }
  epoch.retire(object);

  for (Epoch::Participant& participant : participants) {
    collect_all(epoch);
    EXPECT_EQ(object.ends, 0);
    Epoch::unpin(participant);
  }
  collect_all(epoch);

  EXPECT_EQ(object.ends, 1);
}

TEST(Epoch, an_object_can_be_retired_again_after_its_end) {
  Epoch epoch;
  Object object;

  for (int round = 1; round <= 3; ++round) {
    epoch.retire(object);
    collect_all(epoch);
    EXPECT_EQ(object.ends, round);
  }
}

TEST(Epoch, a_participant_is_pinned_once) {
  sluice_test::expect_broken_promise(
      [] {
        Epoch epoch;
        Epoch::Participant participant;
        epoch.add(participant);
        epoch.pin(participant);
        epoch.pin(participant);
      },
      "a participant is pinned once");
}

// The reference: who was pinned when an object was retired may hold it, until unpinned.
TEST(Epoch, agrees_with_a_reference_over_random_operations) {
  constexpr std::uint32_t participants = 3;
  constexpr std::uint32_t objects = 8;
  Epoch epoch;
  Epoch::Participant participant[participants];
  Object object[objects];
  std::uint32_t pinned = 0;
  std::uint32_t holders[objects]{};
  int retired[objects]{};
  for (Epoch::Participant& one : participant) {
    epoch.add(one);
  }
  std::uint32_t random = 2463534242u;  // xorshift: the same run on every target

  for (int step = 0; step < 20'000; ++step) {
    random ^= random << 13;
    random ^= random >> 17;
    random ^= random << 5;
    const std::uint32_t which = (random >> 8) % participants;
    const std::uint32_t what = (random >> 16) % objects;
    const std::uint32_t bit = 1u << which;
    if (random % 4 == 0 && retired[what] == object[what].ends) {
      holders[what] = pinned;
      ++retired[what];
      epoch.retire(object[what]);
    } else if (random % 4 == 1) {
      (void)epoch.collect();
    } else if ((pinned & bit) == 0) {
      epoch.pin(participant[which]);
      pinned |= bit;
    } else {
      Epoch::unpin(participant[which]);
      pinned &= ~bit;
      for (std::uint32_t& held_by : holders) {
        held_by &= ~bit;
      }
    }
    for (std::uint32_t i = 0; i < objects; ++i) {
      ASSERT_LE(object[i].ends, retired[i]);
      ASSERT_TRUE(holders[i] == 0 || object[i].ends < retired[i]) << "ended while it was held, at step " << step;
    }
  }
  for (std::uint32_t i = 0; i < participants; ++i) {
    if ((pinned & (1u << i)) != 0) {
      Epoch::unpin(participant[i]);
    }
  }
  collect_all(epoch);

  for (std::uint32_t i = 0; i < objects; ++i) {
    EXPECT_EQ(object[i].ends, retired[i]);
  }
}

}  // namespace
}  // namespace sluice::engine
