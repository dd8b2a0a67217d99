// SPDX-License-Identifier: BSL-1.0
//
// The engine's queue and memory blocks, in the same work as the bare queue.
#include <sluice/profiling/bench/engine_workloads.hpp>

#include <sluice/engine/block_cache.hpp>
#include <sluice/engine/block_registry.hpp>
#include <sluice/engine/mpsc_queue.hpp>
#include <sluice/profiling/bench/queue_work.hpp>

#include <array>
#include <new>

namespace sluice::bench {

namespace {

struct alignas(64) EngineNode : engine::MpscNode {
  std::uint64_t value = 0;
};

struct EngineKit {
  using Queue = engine::MpscQueue;
  using Node = EngineNode;
  static constexpr const char* what = "queue";

  static EngineNode* pop(engine::MpscQueue& queue) noexcept { return static_cast<EngineNode*>(queue.pop()); }
  static EngineNode& take(std::uint32_t member) {
    return *::new (cache_of(member).allocate(sizeof(EngineNode))) EngineNode;
  }
  static void put(std::uint32_t member, EngineNode& node) noexcept {
    node.~EngineNode();
    cache_of(member).release(&node, sizeof(EngineNode));
  }
  static void flush(std::uint32_t member) noexcept { cache_of(member).flush(); }

private:
  /// A cache per member, as the floor has a pool per member: threads come and go with every figure, and which of them
  /// adopts which cache would be another question.
  struct Caches {
    Caches() noexcept {
      for (engine::BlockCache& cache : all) {
        registry.add(cache);
      }
    }
    engine::BlockRegistry registry;
    std::array<engine::BlockCache, 5> all;
  };
  static inline Caches caches;
  static engine::BlockCache& cache_of(std::uint32_t member) noexcept { return caches.all[member]; }
};

}  // namespace

Outcome run_engine_queue(const RunOptions& options) { return QueueWork<EngineKit>::run(options); }

}  // namespace sluice::bench
