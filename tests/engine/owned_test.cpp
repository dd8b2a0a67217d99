// SPDX-License-Identifier: BSL-1.0
#include <cstdint>
#include <sluice/engine/owned.hpp>
#include <sluice_test/test.hpp>
#include <type_traits>

namespace sluice {
namespace {

class Shape {
public:
  [[nodiscard]] virtual int corners() const noexcept = 0;

protected:
  ~Shape() = default;
};

class Other {
public:
  virtual void speak() noexcept {}

protected:
  ~Other() = default;
};

/// Its Shape does not begin where it begins, and it is over-aligned.
class alignas(64) Triangle final : public Other, public Shape {
public:
  explicit Triangle(int& alive) noexcept : alive_{alive} { ++alive_; }
  ~Triangle() { --alive_; }
  [[nodiscard]] int corners() const noexcept override { return 3; }

private:
  int& alive_;
};

static_assert(!std::is_copy_constructible_v<Owned<int>>);

TEST(Owned, the_end_of_the_owner_is_that_of_the_object) {
  int alive = 0;
  {
    const auto shape = Owned<Shape>::make<Triangle>(alive);
    ASSERT_TRUE(shape.has_value());
    EXPECT_EQ((*shape)->corners(), 3);
    EXPECT_EQ(alive, 1);
  }
  EXPECT_EQ(alive, 0);
}

TEST(Owned, an_over_aligned_object_is_aligned) {
  int alive = 0;

  const auto triangle = Owned<Triangle>::make(alive);

  ASSERT_TRUE(triangle.has_value());
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(triangle->get()) % 64, 0u);
}

TEST(Owned, an_owner_of_something_special_becomes_one_of_something_general) {
  int alive = 0;
  {
    auto triangle = Owned<Triangle>::make(alive);
    ASSERT_TRUE(triangle.has_value());

    const Owned<Shape> shape = *std::move(triangle);

    EXPECT_EQ(shape->corners(), 3);
    EXPECT_TRUE(triangle->get() == nullptr);
    EXPECT_EQ(alive, 1);
  }
  EXPECT_EQ(alive, 0);
}

TEST(Owned, assigning_ends_what_was_owned_before) {
  int alive = 0;
  auto first = Owned<Triangle>::make(alive);
  auto second = Owned<Triangle>::make(alive);
  ASSERT_TRUE(first.has_value() && second.has_value());
  EXPECT_EQ(alive, 2);

  *first = *std::move(second);

  EXPECT_EQ(alive, 1);
}

TEST(Owned, a_moved_from_owner_is_not_used) {
  sluice_test::expect_broken_promise(
      [] {
        auto source = Owned<int>::make(1);
        const Owned<int> target = *std::move(source);
        **source = 2;
      },
      "a moved-from owner is not used");
}

}  // namespace
}  // namespace sluice
