// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/profiling/bench/floor/doorbell.hpp>
#include <sluice/profiling/bench/floor/team.hpp>
#include <sluice/profiling/bench/verify.hpp>
#include <sluice/profiling/bench/workload.hpp>

#include <array>

namespace sluice::bench {

/// The work of the queue workloads, for the bare queue and for the engine's: so that both do exactly the same.
///
/// A kit brings `Queue`; `Node` with a `value`; `take(member)` and `put(member, node)` for nodes that travel between
/// threads, with `flush(member)` before a thread ends; `pop(queue)`; and `what`, its name in errors.
///
/// On one thread the nodes are reused at once and no pool is involved: first one node at a time, which makes every pop
/// the last one, then in bursts. With producer threads the nodes come from pools, because they have to travel home.
template <class Kit>
class QueueWork {
public:
  [[nodiscard]] static Outcome run(const RunOptions& options) {
    const std::uint64_t messages = options.shrunk(2'000'000);
    Outcome outcome;
    const auto add = [&](const Measured& measured, std::string_view figure) {
      outcome.verified += measured.verified;
      outcome.samples.push_back({measured.value, "ns/message", figure});
    };
    add(push_and_pop(1, messages), "one_thread");
    add(push_and_pop(burst_size, 1 + messages / burst_size), "one_thread_burst");
    add(produce_and_consume(1, messages), "producers_1");
    add(produce_and_consume(2, 1 + messages / 2), "producers_2");
    add(produce_and_consume(4, 1 + messages / 4), "producers_4");
    return outcome;
  }

private:
  using Queue = typename Kit::Queue;
  using Node = typename Kit::Node;
  static constexpr std::uint64_t burst_size = 64;

  struct Measured {
    std::uint64_t verified;
    double value;
  };

  /// Pushes and pops `burst` nodes at a time.
  static Measured push_and_pop(std::uint64_t burst, std::uint64_t bursts) {
    Queue queue;
    std::array<Node, burst_size> nodes;
    Tally tally;
    const auto elapsed = floor::time_team(1, [&](std::uint32_t) {
      std::uint64_t value = 0;
      for (std::uint64_t i = 0; i < bursts; ++i) {
        for (std::uint64_t k = 0; k < burst; ++k) {
          nodes[k].value = ++value;
          queue.push(nodes[k]);
        }
        while (Node* const node = Kit::pop(queue)) {
          tally.add(node->value);
        }
      }
    });
    const std::uint64_t verified = verify_tally(Kit::what, Tally::of_numbers_to(bursts * burst), tally);
    return {verified, nanoseconds_each(elapsed, verified)};
  }

  /// Member 0 consumes, the others produce `each` messages.
  static Measured produce_and_consume(std::uint32_t producers, std::uint64_t each) {
    Queue queue;
    floor::Doorbell bell;
    Tally tally;
    const auto elapsed = floor::time_team(producers + 1, [&](std::uint32_t member) {
      if (member == 0) {
        consume(queue, bell, tally, each * producers);
      } else {
        for (std::uint64_t value = 1; value <= each; ++value) {
          Node& node = Kit::take(member);
          node.value = value;
          queue.push(node);
          bell.ring();
        }
      }
      Kit::flush(member);
    });
    const std::uint64_t verified = verify_tally(Kit::what, Tally::of_numbers_to(each, producers), tally);
    return {verified, nanoseconds_each(elapsed, verified)};
  }

  static void consume(Queue& queue, floor::Doorbell& bell, Tally& tally, std::uint64_t messages) {
    while (tally.count < messages) {
      Node& node = *floor::take_or_sleep<floor::WaitFor::stream>(
          bell, [&] { return Kit::pop(queue); }, [&] { return queue.is_empty(); });
      tally.add(node.value);
      Kit::put(0, node);
    }
  }
};

}  // namespace sluice::bench
