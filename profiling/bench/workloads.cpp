// SPDX-License-Identifier: BSL-1.0
//
// The table. A workload is here or it does not exist; nothing registers itself.
#include <sluice/profiling/bench/workloads.hpp>

#include <sluice/profiling/bench/actors/actor_workloads.hpp>
#include <sluice/profiling/bench/clock.hpp>
#include <sluice/profiling/bench/engine_workloads.hpp>
#include <sluice/profiling/bench/executors.hpp>
#include <sluice/profiling/bench/floor/floors.hpp>
#include <sluice/profiling/bench/mailbox/mailbox_workloads.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <ranges>

namespace sluice::bench {

namespace {

constexpr std::array by_hand{Support{Executor::manual, 1, 1}};
constexpr std::array outside_threads{Support{Executor::threads, 1, 1}};
constexpr std::array by_hand_or_two_threads{Support{Executor::manual, 1, 1}, Support{Executor::threads, 2, 2}};
// Its messages come from outside, so one worker is two threads already.
constexpr std::array threads_or_by_hand{Support{Executor::threads, 1, 2}, Support{Executor::manual, 1, 1}};

constexpr std::uint32_t any_number = 64;  // far more than machines have cores: what is asked for is run

/// Every executor that this program has; `ByHand`, also the one that has no workers.
template <bool ByHand>
consteval auto support_all() {
  constexpr auto fits = [](Executor kind) { return is_available(kind) && (ByHand || kind != Executor::manual); };
  std::array<Support, static_cast<std::size_t>(std::ranges::count_if(all_executors, fits))> supports{};
  std::ranges::transform(all_executors | std::views::filter(fits), supports.begin(),
                         [](Executor kind) { return Support{kind, 1, kind == Executor::manual ? 1 : any_number}; });
  return supports;
}
constexpr std::array on_workers = support_all<false>();
constexpr std::array on_workers_or_by_hand = support_all<true>();

/// Those of ours, with two workers: as many as block.
consteval auto support_two() {
  constexpr auto fits = [](const Support& support) { return support.executor != Executor::naive; };
  constexpr std::size_t count = static_cast<std::size_t>(std::ranges::count_if(on_workers, fits));
  std::array<Support, count> supports{};
  std::ranges::transform(on_workers | std::views::filter(fits), supports.begin(),
                         [](const Support& support) { return Support{support.executor, 2, 2}; });
  return supports;
}
constexpr std::array on_two_workers = support_two();

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
    .sentence = "bare queues: an outside thread (by hand: the same) sends 50,000 messages to each of 60 receivers",
    .supports = threads_or_by_hand,
    .run = floor::run_forkjoin,
};

constexpr Workload pingpong{
    .name = "pingpong",
    .sentence = "two mailboxes, 1,000,000 round trips, one message in flight",
    .supports = on_workers_or_by_hand,
    .run = run_pingpong,
    .floor = {.workload = &floor_pingpong, .most_workers = 1},
};

constexpr Workload fanin{
    .name = "fanin",
    .sentence = "four mailboxes tell 1,000,000 numbers each to one",
    .supports = on_workers_or_by_hand,
    .run = run_fanin,
    .floor = {.workload = &floor_fanin, .most_workers = 2},
};

constexpr Workload fanin_bounded{
    .name = "fanin_bounded",
    .sentence = "fanin into a mailbox of capacity 1024 with awaited offers; nothing is dropped",
    .supports = on_workers_or_by_hand,
    .run = run_fanin_bounded,
};

constexpr Workload ring{
    .name = "ring",
    .sentence = "one token makes 1,000,000 hops in a ring of 1,000 mailboxes",
    .supports = on_workers_or_by_hand,
    .run = run_ring,
    .floor = {.workload = &floor_ring, .most_workers = 1},
};

constexpr Workload forkjoin{
    .name = "forkjoin",
    .sentence = "an outside thread tells 50,000 numbers to each of 60 mailboxes, round robin",
    .supports = on_workers_or_by_hand,
    .run = run_forkjoin,
    .floor = {.workload = &floor_forkjoin, .most_workers = 2},
};

constexpr Workload big{
    .name = "big",
    .sentence = "512 mailboxes ping random others 2,000 times each, and are answered",
    .supports = on_workers_or_by_hand,
    .run = run_big,
};

constexpr Workload fairness{
    .name = "fairness",
    .sentence =
        "a mailbox per worker tells itself for ever; another is pinged 1,000 times, 1 ms apart, or until 3 s pass",
    .supports = on_workers,
    .run = run_fairness,
    .warms_up = false,
};

constexpr Workload wake{
    .name = "wake",
    .sentence = "an idle mailbox is told something 200 times, 5 ms apart: from the tell to the handler",
    .supports = on_workers,
    .run = run_wake,
    .warms_up = false,
};

constexpr Workload starvation{
    .name = "starvation",
    .sentence = "2 mailboxes block 2 workers for 50 ms at a time, 100 others are asked; with a monitor and without",
    .supports = on_two_workers,
    .run = run_starvation,
    .warms_up = false,
};

constexpr Workload idle_cpu{
    .name = "idle_cpu",
    .sentence = "1,000 idle mailboxes for 5 s: processor time and context switches of the process",
    .supports = on_workers,
    .run = run_idle_cpu,
    .warms_up = false,
};

constexpr Workload actor_pingpong{
    .name = "actor_pingpong",
    .sentence = "two actors, 1,000,000 round trips, one message in flight",
    .supports = on_workers_or_by_hand,
    .run = run_actor_pingpong,
    .floor = {.workload = &floor_pingpong, .most_workers = 1},
};

constexpr Workload actor_fanin{
    .name = "actor_fanin",
    .sentence = "four actors tell 1,000,000 numbers each to one",
    .supports = on_workers_or_by_hand,
    .run = run_actor_fanin,
    .floor = {.workload = &floor_fanin, .most_workers = 2},
};

constexpr Workload actor_ring{
    .name = "actor_ring",
    .sentence = "one token makes 1,000,000 hops in a ring of 1,000 actors",
    .supports = on_workers_or_by_hand,
    .run = run_actor_ring,
    .floor = {.workload = &floor_ring, .most_workers = 1},
};

constexpr Workload actor_forkjoin{
    .name = "actor_forkjoin",
    .sentence = "an outside thread tells 50,000 numbers to each of 60 actors, round robin",
    .supports = on_workers_or_by_hand,
    .run = run_actor_forkjoin,
    .floor = {.workload = &floor_forkjoin, .most_workers = 2},
};

constexpr Workload spawn{
    .name = "spawn",
    .sentence = "spawns 200,000 actors one by one, which get a message, tell a collector and stop; a second time",
    .supports = on_workers_or_by_hand,
    .run = run_spawn,
};

constexpr Workload idle{
    .name = "idle",
    .sentence = "spawns 1,000,000 actors that stay: resident memory and time of each",
    .supports = on_workers_or_by_hand,
    .run = run_idle,
};

constexpr Workload events{
    .name = "events",
    .sentence = "4,000,000 deliveries of events of 64 bytes, to 1, 10 and 1,000 callbacks, then buffers",
    .supports = by_hand,
    .run = run_events,
};

constexpr Workload ask{
    .name = "ask",
    .sentence = "an actor asks another one 200,000 times, one after the other, then with 1,000 outstanding",
    .supports = on_workers_or_by_hand,
    .run = run_ask,
};

constexpr Workload telemetry{
    .name = "telemetry",
    .sentence = "actor_pingpong without telemetry, with it unheard, and heard; in turn; gate: on_over_off <= 1.03",
    .supports = on_workers_or_by_hand,
    .run = run_telemetry,
};

constexpr Workload floor_timers{
    .name = "floor_timers",
    .sentence = "a bare timer wheel: sets a timer and cancels it, 2,000,000 times",
    .supports = by_hand,
    .run = run_wheel,
};

constexpr Workload timers{
    .name = "timers",
    .sentence = "an actor sets a timer with a key and a message and cancels it, 2,000,000 times; gate: <= 60 ns",
    .supports = on_workers_or_by_hand,
    .run = run_timers,
    .floor = {.workload = &floor_timers, .most_workers = 1},
};

constexpr std::array<const Workload*, 31> table{
    &pingpong,
    &fanin,
    &fanin_bounded,
    &ring,
    &forkjoin,
    &big,
    &fairness,
    &wake,
    &starvation,
    &idle_cpu,
    &actor_pingpong,
    &actor_fanin,
    &actor_ring,
    &actor_forkjoin,
    &spawn,
    &idle,
    &ask,
    &queue,
    &bounded,
    &kinds,
    &slice,
    &clock,
    &floor_queue,
    &floor_pingpong,
    &floor_fanin,
    &floor_ring,
    &floor_forkjoin,
    &timers,
    &floor_timers,
    &telemetry,
    &events,
};

}  // namespace

std::span<const Workload* const> all_workloads() noexcept { return table; }

}  // namespace sluice::bench
