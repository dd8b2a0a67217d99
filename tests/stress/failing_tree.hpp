// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <sluice/actors/actor_system.hpp>

/// A tree of 500 actors, six below each, of which everything fails at random: handlers, hooks, constructors; and of which it
/// is decided at random what becomes of them.
namespace sluice::stress {

class Node;

/// What all nodes of one tree share.
class Forest {
public:
  static constexpr std::uint32_t size = 500;
  static constexpr std::uint32_t breadth = 6;

  explicit Forest(std::uint64_t seed) noexcept : seed_{seed} {}

  /// Plants the tree; again if it has ended.
  void plant(ActorSystem& system);
  /// Sends one job to some node.
  void send_job();
  /// From here on nothing fails.
  void calm() noexcept { is_calm_.store(true, std::memory_order_relaxed); }
  /// Sends a job to every node that lives; how many those are.
  std::uint32_t probe();

  /// Jobs that have no end yet.
  [[nodiscard]] std::int64_t outstanding(ActorSystem& system) const noexcept;

  // For the nodes.
  [[nodiscard]] bool fails(std::uint32_t per_mille) noexcept {
    return !is_calm_.load(std::memory_order_relaxed) && draw() % 1000 < per_mille;
  }
  [[nodiscard]] std::uint32_t draw() noexcept;
  void tell_job(std::uint32_t node, std::uint32_t hops);
  void enter(std::uint32_t node, const ActorRef<Node>& ref);
  /// How `node` is spawned: the same each time.
  [[nodiscard]] SpawnOptions options_of(std::uint32_t node) noexcept;

  std::atomic<std::uint64_t> handled{0};
  std::atomic<std::int64_t> states{0};  ///< that live

private:
  [[nodiscard]] Supervision draw_supervision(std::uint64_t& random) noexcept;
  [[nodiscard]] ActorRef<Node> ref_of(std::uint32_t node);

  const std::uint64_t seed_;
  std::atomic<std::uint64_t> drawn_{0};
  std::atomic<std::uint64_t> sent_{0};
  std::atomic<std::uint64_t> given_back_{0};
  std::atomic<bool> is_calm_{false};
  std::mutex mutex_;
  UntypedRef refs_[size]{};
};

struct Job {
  std::uint32_t hops;
};

/// The error that somebody made.
[[nodiscard]] ActorError draw_error(Forest& forest) noexcept;

class Node {
public:
  Node(Forest* forest, std::uint32_t number);
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;
  ~Node() { forest_->states.fetch_sub(1, std::memory_order_relaxed); }

  ActorResult<> on_start(ActorContext<Node>& context);
  void on_stop();
  ActorResult<> on(ActorContext<Node>& context, Job job);

private:
  Forest* forest_;
  std::uint32_t number_;
};

}  // namespace sluice::stress
