// SPDX-License-Identifier: BSL-1.0
//
// The bare queue for itself.
#include <sluice/profiling/bench/floor/floors.hpp>

#include <sluice/profiling/bench/floor/messaging.hpp>
#include <sluice/profiling/bench/floor/team.hpp>
#include <sluice/profiling/bench/queue_work.hpp>

namespace sluice::bench::floor {

namespace {

struct BareKit {
  using Queue = MpscQueue;
  using Node = Block;
  static constexpr const char* what = "floor_queue";

  static Block* pop(MpscQueue& queue) noexcept { return try_receive(queue); }
  static Block& take(std::uint32_t member) { return pool_of(member).take(); }
  static void put(std::uint32_t member, Block& block) noexcept { pool_of(member).put(block); }
  static void flush(std::uint32_t member) noexcept { pool_of(member).flush(); }
};

}  // namespace

Outcome run_queue(const RunOptions& options) { return QueueWork<BareKit>::run(options); }

}  // namespace sluice::bench::floor
