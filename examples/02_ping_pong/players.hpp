// SPDX-License-Identifier: BSL-1.0
// Two actors and a ball. The same source runs on a server and on a Cortex-M3.
#pragma once

#include <cstdint>
#include <sluice/actors/actor_system.hpp>

namespace ping_pong {

struct Ball {
  std::uint32_t left;           // hits until the rally ends
  sluice::ActorRef<Ball> from;  // where to return it
};

/// What a player counts into; it outlives the players.
struct Score {
  std::uint32_t hits = 0;
};

/// A player counts the ball and returns it, until the rally ends.
inline auto player(Score& score) {
  return [&score](sluice::ActorContext<Ball>& context, Ball ball) {
    ++score.hits;
    if (ball.left > 0) {
      ball.from.tell({ball.left - 1, context.self()});
    }
  };
}

/// Starts a rally of `hits` hits.
inline void serve(sluice::ActorSystem& system, std::uint32_t hits, Score& ping_score, Score& pong_score) {
  const auto ping = system.spawn(player(ping_score));
  const auto pong = system.spawn(player(pong_score));
  ping.tell({hits - 1, pong});
}

}  // namespace ping_pong
