// SPDX-License-Identifier: BSL-1.0
//
// A token goes round a ring and counts its hops.
#include <sluice/profiling/bench/actors/actor_workloads.hpp>

#include <sluice/profiling/bench/actors/own_tally.hpp>
#include <sluice/profiling/bench/actors/scene.hpp>

#include <cstddef>
#include <vector>

namespace sluice::bench {

namespace {

constexpr std::size_t ring_size = 1'000;

struct Member {
  OwnTally tally;
  const ActorRef<std::int64_t>* next;  // of the last one it is the first, who is spawned before
  std::int64_t hops;
  Finish* finish;

  void operator()(std::int64_t hop) {
    tally.add(hop);
    if (hop == hops) [[unlikely]] {
      finish->arrive();
    } else {
      next->tell(hop + 1);
    }
  }
};

}  // namespace

Outcome run_actor_ring(const RunOptions& options) {
  const std::uint64_t hops = options.shrunk(1'000'000);
  Finish finish;
  std::vector<Tally> tallies(ring_size);
  std::vector<ActorRef<std::int64_t>> members(ring_size);
  Scene scene{options};
  for (std::size_t i = 0; i < ring_size; ++i) {
    members[i] = scene.system().spawn(
        Member{OwnTally{tallies[i]}, &members[(i + 1) % ring_size], static_cast<std::int64_t>(hops), &finish});
  }
  const auto elapsed = scene.time(finish, [&] { members.front().tell(1); });
  scene.close();

  Tally tally;
  for (const Tally& each : tallies) {
    tally += each;
  }
  const std::uint64_t verified = verify_tally("actor_ring", Tally::of_numbers_to(hops), tally);
  return {.verified = verified, .samples = {{nanoseconds_each(elapsed, verified), "ns/hop"}}};
}

}  // namespace sluice::bench
