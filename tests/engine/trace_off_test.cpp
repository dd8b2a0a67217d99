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
  event(label);
  return true;
}
static_assert(runs_at_compile_time());
static_assert(std::is_empty_v<Zone>);
static_assert(std::is_trivially_destructible_v<Zone>);

TEST(TraceOff, is_nothing) { EXPECT_TRUE(runs_at_compile_time()); }

}  // namespace
}  // namespace sluice::engine::trace
