// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/block_registry.hpp>

namespace sluice::inline SLUICE_ABI::engine {

BlockCache* BlockRegistry::adopt() noexcept {
  // acquire | the caches' construction, from the release in `add`.
  for (BlockCache* cache = newest_.load(std::memory_order_acquire); cache != nullptr; cache = cache->next_cache_) {
    std::uint32_t nobody = 0;
    // acquire | the former owner's free lists, from the release in `abandon`.
    if (cache->in_use_.compare_exchange_strong(nobody, 1, std::memory_order_acquire, std::memory_order_relaxed)) {
      return cache;
    }
  }
  return nullptr;
}

void BlockRegistry::add(BlockCache& cache) noexcept {
  cache.next_cache_ = newest_.load(std::memory_order_relaxed);      // a guess; the exchange below decides
  cache.index_ = indices_.fetch_add(1, std::memory_order_relaxed);  // relaxed: only has to differ from the others
  // release | the cache's construction, to the acquire in `adopt`; older ones' releases are carried on.
  while (
      !newest_.compare_exchange_weak(cache.next_cache_, &cache, std::memory_order_release, std::memory_order_relaxed)) {
  }
}

void BlockRegistry::abandon(BlockCache& cache) noexcept {
  cache.flush();
  // release | this thread's free lists, to the acquire in `adopt`.
  cache.in_use_.store(0, std::memory_order_release);
}

}  // namespace sluice::inline SLUICE_ABI::engine
