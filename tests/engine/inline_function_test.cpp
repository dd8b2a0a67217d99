// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/inline_function.hpp>
#include <sluice_test/test.hpp>

namespace sluice {
namespace {

/// Counts how many of its kind live, and how often one was called.
struct Counted {
  explicit Counted(int& alive) noexcept : alive_{&alive} { ++*alive_; }
  Counted(Counted&& other) noexcept : alive_{other.alive_} { ++*alive_; }
  Counted& operator=(Counted&&) = delete;
  ~Counted() { --*alive_; }
  int operator()(int x) const { return x + 1; }

private:
  int* alive_;
};

TEST(InlineFunction, calls_the_closure_with_its_captures) {
  int sum = 0;
  InlineFunction<void(int)> add = [&sum](int x) { sum += x; };

  add(3);
  add(4);

  EXPECT_EQ(sum, 7);
}

TEST(InlineFunction, is_empty_at_first_and_after_it_was_moved_from) {
  InlineFunction<int()> empty;
  InlineFunction<int()> source = [] { return 5; };

  InlineFunction<int()> target = std::move(source);

  EXPECT_FALSE(static_cast<bool>(empty));
  EXPECT_FALSE(static_cast<bool>(source));
  EXPECT_TRUE(static_cast<bool>(target));
  EXPECT_EQ(target(), 5);
}

TEST(InlineFunction, destroys_the_closure_exactly_once) {
  int alive = 0;
  {
    InlineFunction<int(int)> first{Counted{alive}};
    EXPECT_EQ(alive, 1);
    InlineFunction<int(int)> second = std::move(first);
    EXPECT_EQ(alive, 1);
    EXPECT_EQ(second(1), 2);
  }
  EXPECT_EQ(alive, 0);
}

TEST(InlineFunction, assignment_ends_the_former_closure) {
  int former_alive = 0;
  InlineFunction<int(int)> function{Counted{former_alive}};

  function = InlineFunction<int(int)>{[](int x) { return x * 2; }};

  EXPECT_EQ(former_alive, 0);
  EXPECT_EQ(function(4), 8);
}

TEST(InlineFunction, passes_references_and_moves_through) {
  InlineFunction<void(int&, Counted&&)> function = [](int& out, Counted&& moved) { out = moved(9); };
  int alive = 0;
  int out = 0;

  function(out, Counted{alive});

  EXPECT_EQ(out, 10);
  EXPECT_EQ(alive, 0);
}

TEST(InlineFunction, an_empty_one_is_not_called) {
  sluice_test::expect_broken_promise([] { InlineFunction<void()>{}(); }, "an empty InlineFunction is not called");
}

TEST(InlineFunction, costs_its_capacity_and_one_pointer) {
  static_assert(sizeof(InlineFunction<void(), 64>) <= 64 + alignof(std::max_align_t));
  static_assert(!std::is_copy_constructible_v<InlineFunction<void()>>);
  static_assert(std::is_nothrow_move_constructible_v<InlineFunction<void()>>);
  EXPECT_TRUE(true);
}

}  // namespace
}  // namespace sluice
