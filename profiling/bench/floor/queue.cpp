// SPDX-License-Identifier: BSL-1.0
//
// The queue for itself. On one thread the nodes are reused at once and no pool is involved: first one node at a time,
// which makes every pop the last one, then in bursts. With producer threads the nodes come from pools, because they
// have to travel home.
#include <sluice/profiling/bench/floor/floors.hpp>

#include <sluice/profiling/bench/floor/messaging.hpp>
#include <sluice/profiling/bench/floor/team.hpp>
#include <sluice/profiling/bench/verify.hpp>

#include <array>

namespace sluice::bench::floor {

namespace {

constexpr std::string_view unit = "ns/message";

struct Measured {
  std::uint64_t verified;
  double value;
};

/// Pushes and pops `burst` nodes at a time.
Measured push_and_pop(std::uint64_t burst, std::uint64_t bursts) {
  MpscQueue queue;
  std::array<Block, slice> blocks;
  Tally tally;
  const auto elapsed = time_team(1, [&](std::uint32_t) {
    std::uint64_t value = 0;
    for (std::uint64_t i = 0; i < bursts; ++i) {
      for (std::uint64_t k = 0; k < burst; ++k) {
        blocks[k].value = ++value;
        queue.push(blocks[k]);
      }
      while (Block* const block = try_receive(queue)) {
        tally.add(block->value);
      }
    }
  });
  const std::uint64_t verified = verify_tally("floor_queue, one thread", Tally::of_numbers_to(bursts * burst), tally);
  return {verified, nanoseconds_each(elapsed, verified)};
}

/// Member 0 consumes, the others produce `each` messages.
Measured produce_and_consume(std::uint32_t producers, std::uint64_t each) {
  MpscQueue queue;
  Doorbell bell;
  Tally tally;
  const auto elapsed = time_team(producers + 1, [&](std::uint32_t member) {
    BlockPool& pool = pool_of(member);
    if (member > 0) {
      for (std::uint64_t value = 1; value <= each; ++value) {
        send(queue, pool, value);
        bell.ring();
      }
      return;
    }
    while (tally.count < each * producers) {
      Block& block = receive<WaitFor::stream>(queue, bell);
      tally.add(block.value);
      pool.put(block);
    }
    pool.flush();
  });
  const std::uint64_t verified = verify_tally("floor_queue, threads", Tally::of_numbers_to(each, producers), tally);
  return {verified, nanoseconds_each(elapsed, verified)};
}

}  // namespace

Outcome run_queue(const RunOptions& options) {
  const std::uint64_t messages = options.shrunk(2'000'000);
  Outcome outcome;
  const auto add = [&](const Measured& measured, std::string_view figure) {
    outcome.verified += measured.verified;
    outcome.samples.push_back({measured.value, unit, figure});
  };
  add(push_and_pop(1, messages), "one_thread");
  add(push_and_pop(slice, 1 + messages / slice), "one_thread_burst");
  add(produce_and_consume(1, messages), "producers_1");
  add(produce_and_consume(2, 1 + messages / 2), "producers_2");
  add(produce_and_consume(4, 1 + messages / 4), "producers_4");
  return outcome;
}

}  // namespace sluice::bench::floor
