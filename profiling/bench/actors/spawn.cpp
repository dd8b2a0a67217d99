// SPDX-License-Identifier: BSL-1.0
//
// An outside thread spawns actors one by one and tells each of them a number; it tells that to a collector and stops.
// Warm: a first round leaves as many cells and blocks behind as the second one needs. By hand the outside thread also
// runs them, every 64 actors.
#include <sluice/profiling/bench/actors/actor_workloads.hpp>

#include <sluice/profiling/bench/actors/own_tally.hpp>
#include <sluice/profiling/bench/actors/scene.hpp>

namespace sluice::bench {

namespace {

constexpr std::uint64_t actors_by_hand = 64;

struct Collector {
  OwnTally tally;
  std::uint64_t expected;
  Finish* finish;

  void operator()(std::int64_t value) {
    tally.add(value);
    if (tally.count() == expected) [[unlikely]] {
      finish->arrive();
    }
  }
};

struct Mayfly {
  ActorRef<std::int64_t> collector;

  void operator()(ActorContext<std::int64_t>& context, std::int64_t value) {
    collector.tell(value);
    context.stop();
  }
};

std::chrono::nanoseconds time_round(Scene& scene, std::uint64_t actors, Tally& result) {
  Finish finish;
  const auto collector = scene.system().spawn(Collector{OwnTally{result}, actors, &finish});
  const auto elapsed = scene.time(finish, [&] {
    for (std::uint64_t i = 1; i <= actors; ++i) {
      scene.system().spawn(Mayfly{collector}).tell(static_cast<std::int64_t>(i));
      if (i % actors_by_hand == 0) {
        scene.drive();
      }
    }
  });
  return elapsed;
}

}  // namespace

Outcome run_spawn(const RunOptions& options) {
  const std::uint64_t actors = options.shrunk(200'000);
  Tally first;
  Tally second;
  Scene scene{options};
  (void)time_round(scene, actors, first);
  const auto elapsed = time_round(scene, actors, second);
  scene.close();

  (void)verify_tally("spawn, first round", Tally::of_numbers_to(actors), first);
  const std::uint64_t verified = verify_tally("spawn", Tally::of_numbers_to(actors), second);
  return {.verified = verified, .samples = {{nanoseconds_each(elapsed, verified), "ns/actor"}}};
}

}  // namespace sluice::bench
