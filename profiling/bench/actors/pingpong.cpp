// SPDX-License-Identifier: BSL-1.0
//
// Two players and one message, which carries a number and its sender: `Ping` serves 1, 2, 3 .., `Pong` returns each.
#include <sluice/profiling/bench/actors/actor_workloads.hpp>

#include <sluice/actors/events/event_stream.hpp>
#include <sluice/actors/telemetry/samples.hpp>
#include <sluice/profiling/bench/actors/own_tally.hpp>
#include <sluice/profiling/bench/actors/pingpong.hpp>
#include <sluice/profiling/bench/actors/scene.hpp>

namespace sluice::bench {

namespace {

struct Ping {
  OwnTally tally;
  ActorRef<std::int64_t> pong;
  std::int64_t round_trips;
  Finish* finish;

  void operator()(ActorContext<std::int64_t>& context, std::int64_t value) {
    tally.add(value);
    if (value == round_trips) [[unlikely]] {
      finish->arrive();
    } else {
      pong.request(value + 1, context.self());
    }
  }
};

struct Pong {
  OwnTally tally;

  std::int64_t operator()(std::int64_t value) {
    tally.add(value);
    return value;
  }
};

}  // namespace

Game play_pingpong(const RunOptions& options, std::uint64_t round_trips, const Watching& watching) {
  Finish finish;
  Tally pings;
  Tally pongs;
  Scene scene{options, watching.telemetry};
  Result<Subscription> listening = std::unexpected{Error::not_found};
  if (watching.listens) {
    listening = scene.system().events().subscribe<MailboxSample>([](const MailboxSample&) noexcept {});
    scene.drive();
  }
  const auto pong = scene.system().spawn(Pong{OwnTally{pongs}});
  const auto ping = scene.system().spawn(Ping{OwnTally{pings}, pong, static_cast<std::int64_t>(round_trips), &finish});
  const auto elapsed = scene.time(finish, [&] { pong.request(std::int64_t{1}, ping); });
  scene.close();

  std::uint64_t verified = verify_tally("actor_pingpong, ping", Tally::of_numbers_to(round_trips), pings);
  verified += verify_tally("actor_pingpong, pong", Tally::of_numbers_to(round_trips), pongs);
  return {verified, elapsed};
}

Outcome run_actor_pingpong(const RunOptions& options) {
  const Game game = play_pingpong(options, options.shrunk(1'000'000));
  return {.verified = game.verified, .samples = {{game.nanoseconds_per_message(), "ns/message"}}};
}

}  // namespace sluice::bench
