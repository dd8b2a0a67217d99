// SPDX-License-Identifier: BSL-1.0
// FR-PLT-2
#include <sluice/engine/shared.hpp>
#include <sluice_test/test.hpp>

namespace sluice {
namespace {

struct Probe {
  explicit Probe(int& alive_count) noexcept : alive{alive_count} { ++alive; }
  Probe(Probe&& other) noexcept : alive{other.alive} { ++alive; }
  ~Probe() { --alive; }
  int& alive;
};

static_assert(Shared<ArcShared<int>>);
static_assert(Shared<RcShared<Probe>>);
static_assert(!Shared<int*>);

template <template <class> class Owner>
void the_last_owner_destroys() {
  int alive = 0;
  {
    auto made = Owner<Probe>::make(alive);
    EXPECT_TRUE(made.has_value());
    Owner<Probe> first_shared = std::move(*made);
    EXPECT_EQ(first_shared.owners(), 1u);
    {
      const Owner<Probe> second_shared = first_shared;
      EXPECT_EQ(first_shared.owners(), 2u);
      EXPECT_TRUE(second_shared.get() == first_shared.get());
    }
    EXPECT_EQ(first_shared.owners(), 1u);
    EXPECT_EQ(alive, 1);
  }
  EXPECT_EQ(alive, 0);
}

template <template <class> class Owner>
void moving_and_assigning_keep_the_count() {
  Owner<int> left_shared = *Owner<int>::make(1);
  Owner<int> right_shared = *Owner<int>::make(2);

  left_shared = right_shared;
  EXPECT_EQ(*left_shared, 2);
  EXPECT_EQ(right_shared.owners(), 2u);

  const Owner<int> taken_shared = std::move(left_shared);
  EXPECT_EQ(*taken_shared, 2);
  EXPECT_EQ(taken_shared.owners(), 2u);
  EXPECT_TRUE(left_shared.get() == nullptr);
  EXPECT_EQ(left_shared.owners(), 0u);
}

TEST(ArcShared, the_last_owner_destroys_the_object) { the_last_owner_destroys<ArcShared>(); }
TEST(RcShared, the_last_owner_destroys_the_object) { the_last_owner_destroys<RcShared>(); }
TEST(ArcShared, moving_and_assigning_keep_the_count) { moving_and_assigning_keep_the_count<ArcShared>(); }
TEST(RcShared, moving_and_assigning_keep_the_count) { moving_and_assigning_keep_the_count<RcShared>(); }

TEST(ArcShared, a_moved_from_owner_is_not_used) {
  sluice_test::expect_broken_promise(
      [] {
        ArcShared<int> source_shared = *ArcShared<int>::make(1);
        const ArcShared<int> target_shared = std::move(source_shared);
        *source_shared = 2;
      },
      "a moved-from owner is not used");
}

TEST(ArcShared, assigning_to_itself_changes_nothing) {
  ArcShared<int> own_shared = *ArcShared<int>::make(3);
  const ArcShared<int>& alias_shared = own_shared;

  own_shared = alias_shared;

  EXPECT_EQ(*own_shared, 3);
  EXPECT_EQ(own_shared.owners(), 1u);
}

}  // namespace
}  // namespace sluice
