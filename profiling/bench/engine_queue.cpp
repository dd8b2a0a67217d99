// SPDX-License-Identifier: BSL-1.0
//
// The engine's queue and memory blocks, in the same work as the bare queue.
#include <sluice/profiling/bench/engine_workloads.hpp>

#include <sluice/engine/memory.hpp>
#include <sluice/engine/mpsc_queue.hpp>
#include <sluice/profiling/bench/queue_work.hpp>

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
  static EngineNode& take(std::uint32_t) { return *::new (engine::memory::allocate(sizeof(EngineNode))) EngineNode; }
  static void put(std::uint32_t, EngineNode& node) noexcept {
    node.~EngineNode();
    engine::memory::release(&node, sizeof(EngineNode));
  }
  static void flush(std::uint32_t) noexcept { engine::memory::flush(); }
};

}  // namespace

Outcome run_engine_queue(const RunOptions& options) { return QueueWork<EngineKit>::run(options); }

}  // namespace sluice::bench
