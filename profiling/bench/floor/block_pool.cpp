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
  std::atomic<Block*>& returned = batch_home.first->home->returned_;
  Block* before = returned.load(std::memory_order_relaxed);  // relaxed | a guess that the exchange checks
  do {
    link(*batch_home.last, before);
    // release | the links of the batch and the last reads of its payloads, to the acquire in `refill`.
  } while (
      !returned.compare_exchange_weak(before, batch_home.first, std::memory_order_release, std::memory_order_relaxed));
  batch_home = {};
}

void BlockPool::refill() {
  // acquire | the links of all batches, from the releases in `hand_over`.
  free_ = returned_.exchange(nullptr, std::memory_order_acquire);
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
