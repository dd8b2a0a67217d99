// SPDX-License-Identifier: BSL-1.0
#include <sluice/profiling/bench/floor/block_pool.hpp>

#include <cstddef>
#include <utility>

namespace sluice::bench::floor {

namespace {

constexpr std::size_t slab_size = 1024;

template <std::size_t... Index>
std::array<BlockPool, sizeof...(Index)> pools_in_order(std::index_sequence<Index...>) {
  return {BlockPool(Index)...};
}

}  // namespace

void BlockPool::flush() noexcept {
  for (Batch& batch_home : going_home_) {
    if (batch_home.size > 0) {
      hand_over(batch_home);
    }
  }
}

void BlockPool::hand_over(Batch& batch_home) noexcept {
  Block* const first = batch_home.first;
  std::atomic<Block*>& returned = first->home->returned_;
  first->next_batch = returned.load(std::memory_order_relaxed);  // relaxed | a guess that the exchange checks

  // release | the links of the batch and the last reads of its payloads, to the acquire in `take_returned_batch`.
  while (
      !returned.compare_exchange_weak(first->next_batch, first, std::memory_order_release, std::memory_order_relaxed)) {
  }
  batch_home = {};
}

Block* BlockPool::take_returned_batch() noexcept {
  // acquire | the links of the newest batch, from the release in `hand_over`; the same for the exchange below.
  Block* newest = returned_.load(std::memory_order_acquire);

  // No ABA: only the owner pops, so what it has seen on top cannot leave and come back meanwhile.
  while (newest != nullptr && !returned_.compare_exchange_weak(newest, newest->next_batch, std::memory_order_acquire)) {
  }
  return newest;
}

void BlockPool::refill() {
  free_ = take_returned_batch();
  if (free_ != nullptr) {
    return;
  }
  Block* const slab = slabs_.emplace_back(std::make_unique<Block[]>(slab_size)).get();
  for (std::size_t i = slab_size; i-- > 0;) {
    slab[i].home = this;
    link(slab[i], free_);
    free_ = &slab[i];
  }
}

std::uint64_t BlockPool::allocated() const noexcept { return slabs_.size() * slab_size; }

BlockPool& pool_of(std::uint32_t member) {
  static std::array pools = pools_in_order(std::make_index_sequence<BlockPool::most_pools>());
  return pools.at(member);
}

}  // namespace sluice::bench::floor
