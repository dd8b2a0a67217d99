// SPDX-License-Identifier: BSL-1.0
//
// A token goes round a ring and counts its hops. Each worker owns one arc of neighbours, so with two workers the token
// changes threads twice per round: what a scheduler that keeps neighbours together could reach.
#include <sluice/profiling/bench/floor/floors.hpp>

#include <sluice/profiling/bench/floor/messaging.hpp>
#include <sluice/profiling/bench/floor/team.hpp>
#include <sluice/profiling/bench/verify.hpp>

#include <cstdint>
#include <vector>

namespace sluice::bench::floor {

namespace {

constexpr std::uint32_t ring_size = 1'000;
constexpr std::uint64_t end_of_work = 0;  // a token that was handed over for good; real ones start at 1

struct Arc {
  Doorbell bell;  ///< rung when the token reaches `first`; inside the arc the owner follows it
  Tally tally;
  std::uint32_t first = 0;
  std::uint32_t end = 0;
};

struct Ring {
  std::vector<MpscQueue> inboxes = std::vector<MpscQueue>(ring_size);
  std::vector<Arc> arcs;
  std::uint64_t hops;

  Ring(std::uint32_t workers, std::uint64_t hops_to_do) : arcs(workers), hops(hops_to_do) {
    for (std::uint32_t worker = 0; worker < workers; ++worker) {
      arcs[worker].first = ring_size * worker / workers;
      arcs[worker].end = ring_size * (worker + 1) / workers;
    }
  }

  void enter(Arc& arc, BlockPool& pool, std::uint64_t token) {
    send(inboxes[arc.first], pool, token);
    arc.bell.ring();
  }
};

std::uint64_t take_token(Block& block, BlockPool& pool) noexcept {
  const std::uint64_t token = block.value;
  pool.put(block);
  return token;
}

// Carries the token from the arc's first member to behind its last; false when the last hop is done.
bool carry(Ring& ring, Arc& arc, Arc& next_arc, BlockPool& pool) {
  std::uint64_t token = take_token(receive<WaitFor::reply>(ring.inboxes[arc.first], arc.bell), pool);
  if (token == end_of_work) {
    return false;
  }
  for (std::uint32_t member = arc.first;; ++member) {
    arc.tally.add(token);
    if (token == ring.hops) {
      if (&next_arc != &arc) {
        ring.enter(next_arc, pool, end_of_work);
      }
      return false;
    }
    if (member + 1 == arc.end) {
      ring.enter(next_arc, pool, token + 1);
      return true;
    }
    send(ring.inboxes[member + 1], pool, token + 1);
    token = take_token(*try_receive(ring.inboxes[member + 1]), pool);
  }
}

void play(Ring& ring, std::uint32_t member, BlockPool& pool) {
  Arc& arc = ring.arcs[member];
  Arc& next_arc = ring.arcs[(member + 1) % ring.arcs.size()];
  if (member == 0) {
    ring.enter(arc, pool, 1);
  }
  while (carry(ring, arc, next_arc, pool)) {
  }
  pool.flush();
}

}  // namespace

Outcome run_ring(const RunOptions& options) {
  const std::uint64_t hops = options.shrunk(1'000'000);
  Ring ring(options.workers, hops);
  const auto elapsed = time_team(options.workers, [&](std::uint32_t member) { play(ring, member, pool_of(member)); });

  Tally tally;
  for (const Arc& arc : ring.arcs) {
    tally += arc.tally;
  }
  const std::uint64_t verified = verify_tally("floor_ring", Tally::of_numbers_to(hops), tally);
  return {.verified = verified, .samples = {{nanoseconds_each(elapsed, verified), "ns/hop"}}};
}

}  // namespace sluice::bench::floor
