// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/profiling/bench/floor/block_pool.hpp>
#include <sluice/profiling/bench/floor/doorbell.hpp>
#include <sluice/profiling/bench/floor/mpsc_queue.hpp>

#include <cstdint>

namespace sluice::bench::floor {

/// How many messages one side handles before the other has its turn, where one thread plays both. A scheduler works in
/// slices, too; fewer would measure cold queues, more would measure the cache.
inline constexpr std::uint64_t slice = 64;

/// Puts `value` into a block of `pool` and pushes it.
inline void send(MpscQueue& queue, BlockPool& pool, std::uint64_t value, MpscQueue* reply_to = nullptr) {
  Block& block = pool.take();
  block.value = value;
  block.reply_to = reply_to;
  queue.push(block);
}

/// The oldest block of `queue`, or null.
[[nodiscard]] inline Block* try_receive(MpscQueue& queue) noexcept { return static_cast<Block*>(queue.pop()); }

/// Blocks: until `queue`, whose producers ring `bell`, has a block.
template <WaitFor Awaited>
[[nodiscard]] inline Block& receive(MpscQueue& queue, Doorbell& bell) noexcept {
  return *take_or_sleep<Awaited>(bell, [&] { return try_receive(queue); }, [&] { return queue.is_empty(); });
}

}  // namespace sluice::bench::floor
