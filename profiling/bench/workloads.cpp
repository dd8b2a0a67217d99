// SPDX-License-Identifier: BSL-1.0
//
// The table. A workload is here or it does not exist; nothing registers itself.
#include <sluice/profiling/bench/workloads.hpp>

#include <sluice/profiling/bench/clock.hpp>
#include <sluice/profiling/bench/engine_workloads.hpp>
#include <sluice/profiling/bench/floor/floors.hpp>

#include <array>

namespace sluice::bench {

namespace {

constexpr std::array by_hand{Support{Executor::manual, 1, 1}};
constexpr std::array outside_threads{Support{Executor::threads, 1, 1}};
constexpr std::array by_hand_or_two_threads{Support{Executor::manual, 1, 1}, Support{Executor::threads, 2, 2}};

constexpr Workload clock{
    .name = "clock",
    .sentence = "reads std::chrono::steady_clock 10,000,000 times",
    .supports = by_hand,
    .run = run_clock,
};

constexpr Workload floor_queue{
    .name = "floor_queue",
    .sentence = "bare queue: push and pop on one thread, then 1, 2 and 4 producer threads against one consumer",
    .supports = outside_threads,
    .run = floor::run_queue,
};

constexpr Workload queue{
    .name = "queue",
    .sentence = "the engine's queue and blocks, in the work of floor_queue",
    .supports = outside_threads,
    .run = run_engine_queue,
    .floor = {&floor_queue},
};

constexpr Workload bounded{
    .name = "bounded",
    .sentence = "the bounded ring against the unbounded queue: nodes, then messages; one thread, then producers",
    .supports = outside_threads,
    .run = run_bounded,
};

constexpr Workload kinds{
    .name = "kinds",
    .sentence = "the seed's mailboxes: 10,000 unbounded pairs within 1 s, 1,000 priority pairs within 0.5 s",
    .supports = by_hand,
    .run = run_kinds,
};

constexpr Workload slice{
    .name = "slice",
    .sentence = "4,000,000 queued messages handled in slices, and popped from a bare queue; gate: over_queue <= 12 ns",
    .supports = by_hand,
    .run = run_slice,
};

constexpr Workload floor_pingpong{
    .name = "floor_pingpong",
    .sentence = "bare queues: two players, 1,000,000 round trips, one message in flight",
    .supports = by_hand_or_two_threads,
    .run = floor::run_pingpong,
};

constexpr Workload floor_fanin{
    .name = "floor_fanin",
    .sentence = "bare queues: four producers send 1,000,000 messages each to one consumer",
    .supports = by_hand_or_two_threads,
    .run = floor::run_fanin,
};

constexpr Workload floor_ring{
    .name = "floor_ring",
    .sentence = "bare queues: one token makes 1,000,000 hops in a ring of 1,000",
    .supports = by_hand_or_two_threads,
    .run = floor::run_ring,
};

constexpr Workload floor_forkjoin{
    .name = "floor_forkjoin",
    .sentence = "bare queues: an outside thread (on 1 worker: the same) sends 50,000 messages to each of 60 receivers",
    .supports = by_hand_or_two_threads,
    .run = floor::run_forkjoin,
};

constexpr std::array<const Workload*, 10> table{
    &queue, &bounded, &kinds, &slice, &clock, &floor_queue, &floor_pingpong, &floor_fanin, &floor_ring, &floor_forkjoin,
};

}  // namespace

std::span<const Workload* const> all_workloads() noexcept { return table; }

}  // namespace sluice::bench
