// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/trace/off.hpp>
#include <sluice_test/test.hpp>
#include <type_traits>

namespace sluice::engine::trace {
namespace {

// Whatever can run at compile time and has no state leaves nothing behind in a program.
constexpr Label label{"Nobody", "run", "here", 1, 0};
constexpr bool runs_at_compile_time() {
  Zone zone{label};
  zone.value(1);
  Slice slice{label, nullptr};
  slice.value(1);
  const Handling handling{MessageMark{"Nothing"}, "Nothing"};
  Wait wait;
  wait.begin(label);
  wait.end(label);
  event(label, "nothing", 1);
  plot(Plot::runnable, 1);
  name_thread("nobody");
  begin_turn();
  look();
  end_turn(true);
  return true;
}
static_assert(runs_at_compile_time());
static_assert(std::is_empty_v<Zone>);
static_assert(std::is_trivially_destructible_v<Zone>);
static_assert(std::is_empty_v<Slice> && std::is_trivially_destructible_v<Slice>);
static_assert(std::is_empty_v<Handling> && std::is_trivially_destructible_v<Handling>);
static_assert(std::is_empty_v<MessageMark> && std::is_empty_v<Wait>);

TEST(TraceOff, is_nothing) { EXPECT_TRUE(runs_at_compile_time()); }

}  // namespace
}  // namespace sluice::engine::trace
