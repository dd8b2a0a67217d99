// SPDX-License-Identifier: BSL-1.0
// Once warm, mailboxes that play to each other ask the heap for nothing, on whichever executor: counted, not believed.
#include <sluice_test/contract.hpp>
#include <sluice_test/heap_calls.hpp>
#include <sluice_test/probe.hpp>

namespace sluice::contract {
namespace {

using engine::Dispatcher;

/// Plays the ball back until it was hit often enough.
class Player final : public Probe {
public:
  using Probe::Probe;
  Player* other = nullptr;

private:
  void on_message(Numbered ball) noexcept override {
    if (ball.number > 0) {
      (void)other->send({0, ball.number - 1}, this);
    }
  }
};

/// What a rally cost.
struct Cost {
  std::uint64_t heap_calls;
  std::uint64_t starts;  ///< of workers
};

class SteadyState : public OnExecutors {
protected:
  [[nodiscard]] static std::uint64_t starts(ThreadedBackend& backend) {
    return backend.hosted() == nullptr ? 0 : backend.hosted()->counters().starts;
  }

  /// A rally of `hits`, from the first to the last: what wakes the executor before, and ends it, is counted too.
  static Cost play(ThreadedBackend& backend, Player& first, std::uint32_t hits) {
    const Cost before{sluice_test::heap_calls(), starts(backend)};
    (void)first.send({0, hits - 1});
    backend.drain();
    return {sluice_test::heap_calls() - before.heap_calls, starts(backend) - before.starts};
  }
};
INSTANTIATE_TEST_SUITE_P(On, SteadyState, testing::ValuesIn(every_backend()), name_of);

TEST_P(SteadyState, a_rally_allocates_at_idle_edges_at_most) {
  constexpr std::uint32_t hits = 20'000;
  constexpr std::uint32_t most_rallies = 100;
  constexpr std::uint32_t enough = 5;
  const auto backend = GetParam().make();
  Dispatcher dispatcher{backend->executor()};
  Player near{dispatcher};
  Player far{dispatcher};
  near.other = &far;
  far.other = &near;
  // Only Taskflow asks for anything, and only when a worker that slept is started. (TBB's own library is not looked into.)
  const bool may_allocate = GetParam().name.find("Taskflow") != std::string::npos;

  // The first rallies fill the caches of one worker after the other; then there is a row that costs nothing.
  std::uint32_t in_a_row = 0;
  Cost last{};
  for (std::uint32_t rally = 0; rally < most_rallies && in_a_row < enough; ++rally) {
    last = play(*backend, near, hits);
    ASSERT_LE(last.starts, hits / 10);  // or it would not be a steady state
    in_a_row = last.heap_calls <= (may_allocate ? 2 * last.starts : 0) ? in_a_row + 1 : 0;
  }

  EXPECT_EQ(in_a_row, enough) << last.heap_calls << " calls of the heap in the last rally, " << last.starts
                              << " starts";
}

}  // namespace
}  // namespace sluice::contract
