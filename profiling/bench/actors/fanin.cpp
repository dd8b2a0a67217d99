// SPDX-License-Identifier: BSL-1.0
//
// Four producers tell 1, 2, 3 .. to one consumer, in bursts of 64 as those of the mailboxes do.
#include <sluice/profiling/bench/actors/actor_workloads.hpp>

#include <sluice/profiling/bench/actors/own_tally.hpp>
#include <sluice/profiling/bench/actors/scene.hpp>

#include <algorithm>
#include <array>

namespace sluice::bench {

namespace {

constexpr std::size_t producer_count = 4;
constexpr std::int64_t burst = 64;

struct GoOn {};

struct Consumer {
  OwnTally tally;
  std::uint64_t expected;
  Finish* finish;

  void operator()(std::int64_t value) {
    tally.add(value);
    if (tally.count() == expected) [[unlikely]] {
      finish->arrive();
    }
  }
};

struct Producer {
  ActorRef<std::int64_t> consumer;
  std::int64_t last;
  std::int64_t told = 0;

  void operator()(ActorContext<GoOn>& context, GoOn) {
    for (const std::int64_t end = std::min(told + burst, last); told < end;) {
      consumer.tell(++told);
    }
    if (told < last) {
      context.self().tell({});
    }
  }
};

}  // namespace

Outcome run_actor_fanin(const RunOptions& options) {
  const std::uint64_t each = options.shrunk(1'000'000);
  Finish finish;
  Tally handled;
  Scene scene{options};
  const auto consumer = scene.system().spawn(Consumer{OwnTally{handled}, each * producer_count, &finish});
  std::array<ActorRef<GoOn>, producer_count> producers;
  for (ActorRef<GoOn>& producer : producers) {
    producer = scene.system().spawn(Producer{.consumer = consumer, .last = static_cast<std::int64_t>(each)});
  }
  const auto elapsed = scene.time(finish, [&] {
    for (const ActorRef<GoOn>& producer : producers) {
      producer.tell({});
    }
  });
  scene.close();

  const std::uint64_t verified = verify_tally("actor_fanin", Tally::of_numbers_to(each, producer_count), handled);
  return {.verified = verified, .samples = {{nanoseconds_each(elapsed, verified), "ns/message"}}};
}

}  // namespace sluice::bench
