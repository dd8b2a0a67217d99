// SPDX-License-Identifier: BSL-1.0
//
// An outside thread sends 1, 2, 3 .. to each of 60 receivers, round robin. By hand it also handles them, a slice at a
// time; on threads it only sends, and the workers go round their share of the receivers.
#include <sluice/profiling/bench/floor/floors.hpp>

#include <sluice/profiling/bench/floor/messaging.hpp>
#include <sluice/profiling/bench/floor/team.hpp>
#include <sluice/profiling/bench/verify.hpp>

#include <algorithm>
#include <vector>

namespace sluice::bench::floor {

namespace {

constexpr std::uint32_t receivers = 60;

struct Worker {
  Doorbell bell;
  Tally tally;
  std::vector<MpscQueue> inboxes;
};

// Handles up to a slice of each inbox and returns how many messages that were.
std::uint64_t handle_round(Worker& worker, BlockPool& pool) noexcept {
  const std::uint64_t before = worker.tally.count;
  for (MpscQueue& inbox : worker.inboxes) {
    for (std::uint64_t i = 0; i < slice; ++i) {
      Block* const block = try_receive(inbox);
      if (block == nullptr) {
        break;
      }
      worker.tally.add(block->value);
      pool.put(*block);
    }
  }
  return worker.tally.count - before;
}

void tell_everyone(std::vector<Worker>& workers, BlockPool& pool, std::uint64_t value) {
  for (std::uint32_t i = 0; i < receivers / workers.size(); ++i) {
    for (Worker& worker : workers) {
      send(worker.inboxes[i], pool, value);
      worker.bell.ring();
    }
  }
}

void play_by_hand(std::vector<Worker>& workers, BlockPool& pool, std::uint64_t each) {
  for (std::uint64_t value = 1; value <= each; ++value) {
    tell_everyone(workers, pool, value);
    const bool ends_slice = value % slice == 0 || value == each;
    while (ends_slice && handle_round(workers.front(), pool) > 0) {
    }
  }
}

void play_outside(std::vector<Worker>& workers, BlockPool& pool, std::uint64_t each) {
  for (std::uint64_t value = 1; value <= each; ++value) {
    tell_everyone(workers, pool, value);
  }
}

void play_worker(Worker& worker, BlockPool& pool, std::uint64_t each) {
  const auto take = [&] { return handle_round(worker, pool); };
  const auto is_empty = [&] { return std::ranges::all_of(worker.inboxes, &MpscQueue::is_empty); };
  std::uint64_t left = each * worker.inboxes.size();
  while (left > 0) {
    left -= take_or_sleep<WaitFor::stream>(worker.bell, take, is_empty);
  }
  pool.flush();
}

}  // namespace

Outcome run_forkjoin(const RunOptions& options) {
  const std::uint64_t each = options.shrunk(50'000);
  std::vector<Worker> workers(options.workers);
  for (Worker& worker : workers) {
    worker.inboxes = std::vector<MpscQueue>(receivers / workers.size());
  }

  const bool by_hand = options.executor == Executor::manual;
  const auto elapsed = time_team(by_hand ? 1 : options.workers + 1, [&](std::uint32_t member) {
    BlockPool& pool = pool_of(member);
    if (by_hand) {
      return play_by_hand(workers, pool, each);
    }
    if (member == 0) {
      return play_outside(workers, pool, each);
    }
    play_worker(workers[member - 1], pool, each);
  });

  Tally tally;
  for (const Worker& worker : workers) {
    tally += worker.tally;
  }
  const std::uint64_t verified = verify_tally("floor_forkjoin", Tally::of_numbers_to(each, receivers), tally);
  return {.verified = verified, .samples = {{nanoseconds_each(elapsed, verified), "ns/message"}}};
}

}  // namespace sluice::bench::floor
