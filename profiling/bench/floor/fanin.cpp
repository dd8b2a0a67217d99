// SPDX-License-Identifier: BSL-1.0
//
// Four producers send 1, 2, 3 .. to one consumer. Two workers are two threads, whatever the number of actors: one plays
// all producers in turn, the other consumes. (floor_queue has a thread per producer.)
#include <sluice/profiling/bench/floor/floors.hpp>

#include <sluice/profiling/bench/floor/messaging.hpp>
#include <sluice/profiling/bench/floor/team.hpp>
#include <sluice/profiling/bench/verify.hpp>

#include <algorithm>

namespace sluice::bench::floor {

namespace {

constexpr std::uint64_t producers = 4;

struct Consumer {
  MpscQueue inbox;
  Doorbell bell;
  Tally tally;

  void consume(BlockPool& pool, Block& block) noexcept {
    tally.add(block.value);
    pool.put(block);
  }
};

// Gives each producer a slice in turn until all have sent their numbers.
template <typename AfterMessage, typename AfterSlice>
void produce(Consumer& consumer, BlockPool& pool, std::uint64_t each, AfterMessage after_message,
             AfterSlice after_slice) {
  for (std::uint64_t sent = 0; sent < each; sent += slice) {
    const std::uint64_t end = std::min(each, sent + slice);
    for (std::uint64_t producer = 0; producer < producers; ++producer) {
      for (std::uint64_t value = sent + 1; value <= end; ++value) {
        send(consumer.inbox, pool, value);
        after_message();
      }
      after_slice();
    }
  }
}

void play_by_hand(Consumer& consumer, BlockPool& pool, std::uint64_t each) {
  const auto run_consumer = [&] {
    while (Block* const block = try_receive(consumer.inbox)) {
      consumer.consume(pool, *block);
    }
  };
  produce(consumer, pool, each, [] {}, run_consumer);
}

void play_producers(Consumer& consumer, BlockPool& pool, std::uint64_t each) {
  produce(consumer, pool, each, [&] { consumer.bell.ring(); }, [] {});
}

void play_consumer(Consumer& consumer, BlockPool& pool, std::uint64_t each) {
  for (std::uint64_t left = each * producers; left > 0; --left) {
    consumer.consume(pool, receive<WaitFor::stream>(consumer.inbox, consumer.bell));
  }
  pool.flush();
}

}  // namespace

Outcome run_fanin(const RunOptions& options) {
  const std::uint64_t each = options.shrunk(1'000'000);
  Consumer consumer;
  const auto elapsed = time_team(options.workers, [&](std::uint32_t member) {
    if (options.workers == 1) {
      return play_by_hand(consumer, pool_of(member), each);
    }
    if (member == 0) {
      return play_producers(consumer, pool_of(member), each);
    }
    play_consumer(consumer, pool_of(member), each);
  });

  const std::uint64_t verified = verify_tally("floor_fanin", Tally::of_numbers_to(each, producers), consumer.tally);
  return {.verified = verified, .samples = {{nanoseconds_each(elapsed, verified), "ns/message"}}};
}

}  // namespace sluice::bench::floor
