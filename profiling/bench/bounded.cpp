// SPDX-License-Identifier: BSL-1.0
//
// The bounded ring against the unbounded queue, in the same work and in turn. Bare nodes first, then messages in blocks.
#include <sluice/profiling/bench/engine_workloads.hpp>

#include <sluice/engine/mailbox/queue_backend.hpp>
#include <sluice/engine/memory.hpp>
#include <sluice/engine/mpsc_queue.hpp>
#include <sluice/engine/queue/ordered_queue.hpp>
#include <sluice/engine/queue/ring_queue.hpp>
#include <sluice/profiling/bench/floor/doorbell.hpp>
#include <sluice/profiling/bench/floor/team.hpp>
#include <sluice/profiling/bench/verify.hpp>

#include <array>
#include <optional>
#include <thread>

namespace sluice::bench {

namespace {

constexpr std::uint32_t capacity = 1024;
constexpr std::uint64_t burst_size = 64;

struct alignas(64) ValueNode : engine::MpscNode {
  std::uint64_t value = 0;
};

/// Nodes that are there already: the queue and nothing else. Any thread may pop the ring, and pays for that with a
/// read-modify-write on every pop; the unbounded one has an owner, who pays only for the last node.
template <class Queue>
class Nodes {
public:
  Nodes() {
    if constexpr (requires { queue_.make(capacity); }) {
      verify_equal("bounded: a ring was made", 1, queue_.make(capacity).has_value() ? 1 : 0);
    }
  }

  bool put(std::uint64_t value) {
    ValueNode& node = nodes_[value % burst_size];
    node.value = value;
    if constexpr (requires { queue_.push(node) == engine::Entry::entered; }) {
      return queue_.push(node) == engine::Entry::entered;
    } else {
      queue_.push(node);
      return true;
    }
  }
  std::optional<std::uint64_t> take() {
    engine::MpscNode* const node = queue_.pop();
    return node == nullptr ? std::nullopt : std::optional{static_cast<ValueNode*>(node)->value};
  }

private:
  Queue queue_;
  std::array<ValueNode, burst_size> nodes_;
};

/// Messages in blocks of the engine's memory, through what a mailbox is made of.
template <class Queue>
class Messages {
public:
  explicit Messages(std::uint32_t limit) : queue_{Overflow::fail, limit} {
    verify_equal("bounded: a queue was made", 1, queue_.status().has_value() ? 1 : 0);
  }

  bool put(std::uint64_t value) { return queue_.try_offer(static_cast<std::int64_t>(value)).is_accepted(); }
  std::optional<std::uint64_t> take() {
    const auto answer = queue_.try_poll();
    const std::optional<std::int64_t> message = answer.has_value() ? *answer : std::nullopt;
    return message.has_value() ? std::optional{static_cast<std::uint64_t>(*message)} : std::nullopt;
  }

private:
  mailbox::QueueBackend<std::int64_t, Queue> queue_;
};

class RingMessages : public Messages<engine::RingQueue> {
public:
  RingMessages() : Messages{capacity} {}
};
/// For producer threads: a queue that is never full is another work where others have the consumer's core for a while.
class LimitedMessages : public Messages<engine::UnboundedQueue> {
public:
  LimitedMessages() : Messages{capacity} {}
};
class UnboundedMessages : public Messages<engine::UnboundedQueue> {
public:
  UnboundedMessages() : Messages{engine::no_limit} {}
};

struct Measured {
  std::uint64_t verified;
  double value;
};

/// Puts in and takes out `burst` at a time, on one thread.
template <class Box>
Measured on_one_thread(std::uint64_t burst, std::uint64_t bursts) {
  Box box;
  Tally tally;
  const auto elapsed = floor::time_team(1, [&](std::uint32_t) {
    std::uint64_t value = 0;
    for (std::uint64_t i = 0; i < bursts; ++i) {
      for (std::uint64_t k = 0; k < burst; ++k) {
        (void)box.put(++value);
      }
      while (const std::optional<std::uint64_t> taken = box.take()) {
        tally.add(*taken);
      }
    }
  });
  const std::uint64_t verified = verify_tally("bounded", Tally::of_numbers_to(bursts * burst), tally);
  return {verified, nanoseconds_each(elapsed, verified)};
}

/// Calls `attempt` until it succeeds. Looks every 4 us, as the consumer of a stream does, and lets others have the core
/// only after a while: on a machine that is shared, giving it up costs milliseconds.
template <class Attempt>
void try_until(Attempt attempt) {
  for (std::uint32_t looks = 1; !attempt(); ++looks) {
    floor::pause_between_looks<floor::WaitFor::stream>();
    if (looks % 8 == 0) {
      std::this_thread::yield();
    }
  }
}

/// Member 0 consumes, the others produce `each` messages; nobody sleeps.
template <class Box>
Measured on_threads(std::uint32_t producers, std::uint64_t each) {
  Box box;
  Tally tally;
  const auto elapsed = floor::time_team(producers + 1, [&](std::uint32_t member) {
    if (member == 0) {
      while (tally.count < each * producers) {
        try_until([&] {
          const std::optional<std::uint64_t> taken = box.take();
          if (taken.has_value()) {
            tally.add(*taken);
          }
          return taken.has_value();
        });
      }
    } else {
      for (std::uint64_t value = 1; value <= each; ++value) {
        try_until([&] { return box.put(value); });
      }
    }
    engine::memory::flush();
  });
  const std::uint64_t verified = verify_tally("bounded", Tally::of_numbers_to(each, producers), tally);
  return {verified, nanoseconds_each(elapsed, verified)};
}

struct Names {
  std::string_view ring;
  std::string_view unbounded;
  std::string_view ratio;
};

void add(Outcome& outcome, const Names& names, const Measured& ring, const Measured& unbounded) {
  outcome.verified += ring.verified + unbounded.verified;
  outcome.samples.push_back({ring.value, "ns/pair", names.ring});
  outcome.samples.push_back({unbounded.value, "ns/pair", names.unbounded});
  outcome.samples.push_back({ring.value / unbounded.value, "ratio", names.ratio});
}

}  // namespace

Outcome run_bounded(const RunOptions& options) {
  using RingNodes = Nodes<engine::Ring>;
  using UnboundedNodes = Nodes<engine::MpscQueue>;
  const std::uint64_t pairs = options.shrunk(2'000'000);
  const std::uint64_t bursts = 1 + pairs / burst_size;
  Outcome outcome;
  add(outcome, {"ring_nodes", "unbounded_nodes", "ratio_nodes"}, on_one_thread<RingNodes>(1, pairs),
      on_one_thread<UnboundedNodes>(1, pairs));
  add(outcome, {"ring_nodes_burst", "unbounded_nodes_burst", "ratio_nodes_burst"},
      on_one_thread<RingNodes>(burst_size, bursts), on_one_thread<UnboundedNodes>(burst_size, bursts));
  add(outcome, {"ring", "unbounded", "ratio"}, on_one_thread<RingMessages>(1, pairs),
      on_one_thread<UnboundedMessages>(1, pairs));
  add(outcome, {"ring_burst", "unbounded_burst", "ratio_burst"}, on_one_thread<RingMessages>(burst_size, bursts),
      on_one_thread<UnboundedMessages>(burst_size, bursts));
  add(outcome, {"ring_producers_1", "unbounded_producers_1", "ratio_producers_1"}, on_threads<RingMessages>(1, pairs),
      on_threads<LimitedMessages>(1, pairs));
  add(outcome, {"ring_producers_2", "unbounded_producers_2", "ratio_producers_2"},
      on_threads<RingMessages>(2, 1 + pairs / 2), on_threads<LimitedMessages>(2, 1 + pairs / 2));
  return outcome;
}

}  // namespace sluice::bench
