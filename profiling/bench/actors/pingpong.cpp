// SPDX-License-Identifier: BSL-1.0
//
// Two players and one ball: `Ping` serves 1, 2, 3 .., `Pong` returns each number to whoever hit it.
#include <sluice/profiling/bench/actors/actor_workloads.hpp>

#include <sluice/profiling/bench/actors/own_tally.hpp>
#include <sluice/profiling/bench/actors/scene.hpp>

namespace sluice::bench {

namespace {

struct Ball {
  std::int64_t value;
  ActorRef<Ball> sender;
};

struct Ping {
  OwnTally tally;
  std::int64_t round_trips;
  Finish* finish;

  void operator()(ActorContext<Ball>& context, Ball ball) {
    tally.add(ball.value);
    if (ball.value == round_trips) [[unlikely]] {
      finish->arrive();
    } else {
      ball.sender.tell({ball.value + 1, context.self()});
    }
  }
};

struct Pong {
  OwnTally tally;

  void operator()(ActorContext<Ball>& context, Ball ball) {
    tally.add(ball.value);
    ball.sender.tell({ball.value, context.self()});
  }
};

}  // namespace

Outcome run_actor_pingpong(const RunOptions& options) {
  const std::uint64_t round_trips = options.shrunk(1'000'000);
  Finish finish;
  Tally pings;
  Tally pongs;
  Scene scene{options};
  const auto ping = scene.system().spawn(Ping{OwnTally{pings}, static_cast<std::int64_t>(round_trips), &finish});
  const auto pong = scene.system().spawn(Pong{OwnTally{pongs}});
  const auto elapsed = scene.time(finish, [&] { pong.tell({1, ping}); });
  scene.close();

  std::uint64_t verified = verify_tally("actor_pingpong, ping", Tally::of_numbers_to(round_trips), pings);
  verified += verify_tally("actor_pingpong, pong", Tally::of_numbers_to(round_trips), pongs);
  return {.verified = verified, .samples = {{nanoseconds_each(elapsed, verified), "ns/message"}}};
}

}  // namespace sluice::bench
