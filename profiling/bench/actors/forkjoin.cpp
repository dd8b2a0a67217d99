// SPDX-License-Identifier: BSL-1.0
//
// An outside thread tells 1, 2, 3 .. to each of 60 actors, round robin. By hand it also runs them, every 64 rounds.
#include <sluice/profiling/bench/actors/actor_workloads.hpp>

#include <sluice/profiling/bench/actors/own_tally.hpp>
#include <sluice/profiling/bench/actors/scene.hpp>

#include <cstddef>
#include <vector>

namespace sluice::bench {

namespace {

constexpr std::uint32_t receiver_count = 60;
constexpr std::int64_t rounds_by_hand = 64;

struct Receiver {
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

void tell_everyone(const std::vector<ActorRef<std::int64_t>>& receivers, std::int64_t value) noexcept {
  for (const ActorRef<std::int64_t>& receiver : receivers) {
    receiver.tell(value);
  }
}

}  // namespace

Outcome run_actor_forkjoin(const RunOptions& options) {
  const std::uint64_t each = options.shrunk(50'000);
  Finish finish{receiver_count};
  std::vector<Tally> tallies(receiver_count);
  std::vector<ActorRef<std::int64_t>> receivers;
  receivers.reserve(receiver_count);
  Scene scene{options};
  for (Tally& tally : tallies) {
    receivers.push_back(scene.system().spawn(Receiver{OwnTally{tally}, each, &finish}));
  }
  const auto elapsed = scene.time(finish, [&] {
    for (std::int64_t value = 1; value <= static_cast<std::int64_t>(each); ++value) {
      tell_everyone(receivers, value);
      if (value % rounds_by_hand == 0) {
        scene.drive();
      }
    }
  });
  scene.close();

  Tally tally;
  for (const Tally& one : tallies) {
    tally += one;
  }
  const std::uint64_t verified = verify_tally("actor_forkjoin", Tally::of_numbers_to(each, receiver_count), tally);
  return {.verified = verified, .samples = {{nanoseconds_each(elapsed, verified), "ns/message"}}};
}

}  // namespace sluice::bench
