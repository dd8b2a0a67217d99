// SPDX-License-Identifier: BSL-1.0
//
// Two players and one message: `ping` serves 1, 2, 3 .., `pong` returns each number to whoever sent it.
#include <sluice/profiling/bench/floor/floors.hpp>

#include <sluice/profiling/bench/floor/messaging.hpp>
#include <sluice/profiling/bench/floor/team.hpp>
#include <sluice/profiling/bench/verify.hpp>

namespace sluice::bench::floor {

namespace {

struct Player {
  MpscQueue inbox;
  Doorbell bell;
  Tally tally;
};

void serve(Player& from, Player& to, BlockPool& pool, std::uint64_t value) { send(to.inbox, pool, value, &from.inbox); }

void return_ball(Player& self, BlockPool& pool, Block& ball) {
  const std::uint64_t value = ball.value;
  MpscQueue& sender = *ball.reply_to;
  self.tally.add(value);
  pool.put(ball);
  send(sender, pool, value, &self.inbox);
}

void catch_ball(Player& self, BlockPool& pool, Block& ball) {
  self.tally.add(ball.value);
  pool.put(ball);
}

void play_by_hand(Player& ping, Player& pong, std::uint64_t round_trips) {
  BlockPool& pool = pool_of(0);
  for (std::uint64_t trip = 1; trip <= round_trips; ++trip) {
    serve(ping, pong, pool, trip);
    return_ball(pong, pool, *try_receive(pong.inbox));
    catch_ball(ping, pool, *try_receive(ping.inbox));
  }
}

void play_ping(Player& ping, Player& pong, BlockPool& pool, std::uint64_t round_trips) {
  for (std::uint64_t trip = 1; trip <= round_trips; ++trip) {
    serve(ping, pong, pool, trip);
    pong.bell.ring();
    catch_ball(ping, pool, receive<WaitFor::reply>(ping.inbox, ping.bell));
  }
  pool.flush();
}

void play_pong(Player& pong, Player& ping, BlockPool& pool, std::uint64_t round_trips) {
  for (std::uint64_t trip = 1; trip <= round_trips; ++trip) {
    return_ball(pong, pool, receive<WaitFor::reply>(pong.inbox, pong.bell));
    ping.bell.ring();
  }
  pool.flush();
}

}  // namespace

Outcome run_pingpong(const RunOptions& options) {
  const std::uint64_t round_trips = options.shrunk(1'000'000);
  Player ping;
  Player pong;
  const auto elapsed = time_team(options.workers, [&](std::uint32_t member) {
    if (options.workers == 1) {
      return play_by_hand(ping, pong, round_trips);
    }
    if (member == 0) {
      return play_ping(ping, pong, pool_of(member), round_trips);
    }
    play_pong(pong, ping, pool_of(member), round_trips);
  });

  std::uint64_t verified = verify_tally("floor_pingpong, ping", Tally::of_numbers_to(round_trips), ping.tally);
  verified += verify_tally("floor_pingpong, pong", Tally::of_numbers_to(round_trips), pong.tally);
  return {.verified = verified, .samples = {{nanoseconds_each(elapsed, verified), "ns/message"}}};
}

}  // namespace sluice::bench::floor
