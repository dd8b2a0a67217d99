// SPDX-License-Identifier: BSL-1.0
//
// What an actor that does nothing takes: memory, and the time to spawn it.
#include <sluice/profiling/bench/actors/actor_workloads.hpp>

#include <sluice/profiling/bench/actors/own_tally.hpp>
#include <sluice/profiling/bench/actors/scene.hpp>

#include <algorithm>
#include <fstream>
#include <vector>

#include <unistd.h>

namespace sluice::bench {

namespace {

constexpr std::uint64_t most_asked =
    1'000;  // whether they live: of those of one run, not of all, for messages take memory

/// What the system has given to this process.
std::uint64_t resident_bytes() {
  std::ifstream file{"/proc/self/statm"};
  std::uint64_t total = 0;
  std::uint64_t resident = 0;
  if (!(file >> total >> resident)) {
    fail("idle: /proc/self/statm cannot be read");
  }
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

/// Before the first actor of the program: what one run took stays with the process, and the next one uses it again.
std::uint64_t bytes_at_first() {
  static const std::uint64_t bytes = resident_bytes();
  return bytes;
}

struct Listener {
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

/// Passes on what it is told.
struct Sleeper {
  ActorRef<std::int64_t> listener;

  void operator()(std::int64_t value) { listener.tell(value); }
};

}  // namespace

Outcome run_idle(const RunOptions& options) {
  const std::uint64_t actors = options.shrunk(1'000'000);
  const std::uint64_t asked = std::min(actors, most_asked);
  std::vector<ActorRef<std::int64_t>> awake(asked);
  Finish finish;
  Tally heard;
  Scene scene{options};
  const auto listener = scene.system().spawn(Listener{OwnTally{heard}, asked, &finish});

  const std::uint64_t before = bytes_at_first();
  const Finish::Clock::time_point start = Finish::Clock::now();
  for (std::uint64_t i = 0; i < actors; ++i) {
    awake[i % asked] = scene.system().spawn(Sleeper{listener});
  }
  const auto elapsed = Finish::Clock::now() - start;
  const std::uint64_t after = resident_bytes();

  (void)scene.time(finish, [&] {
    for (std::uint64_t i = 0; i < asked; ++i) {
      awake[i].tell(static_cast<std::int64_t>(i + 1));
    }
  });
  scene.close();

  (void)verify_tally("idle", Tally::of_numbers_to(asked), heard);
  const double bytes = after > before ? static_cast<double>(after - before) : 0;  // so few that they need no page
  return {.verified = actors,
          .samples = {{bytes / static_cast<double>(actors), "bytes/actor", "memory"},
                      {nanoseconds_each(elapsed, actors), "ns/spawn", "spawn"}}};
}

}  // namespace sluice::bench
