// SPDX-License-Identifier: BSL-1.0
// Hosted memory: a block cache per thread; the heap only for what is larger than the largest block.
#include <cstdlib>
#include <new>
#include <sluice/engine/block_cache.hpp>
#include <sluice/engine/block_registry.hpp>
#include <sluice/engine/memory.hpp>
#include <sluice/engine/mutex.hpp>
#include <sluice/engine/slab_source.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI::engine {

void* allocate_slab() noexcept { return std::aligned_alloc(BlockCache::slab_size, BlockCache::slab_size); }

namespace memory {
namespace {

// What is kept for ever is cut from large pieces: the heap would put its own words between two cells, and with that a
// quarter more of everything.
constexpr std::size_t forever_chunk = std::size_t{64} * 1024;
constexpr std::size_t forever_piece = 4096;  ///< what is larger gets memory of its own
struct Rest {
  std::byte* begin = nullptr;
  std::size_t size = 0;
};
constinit SyncMutex<Rest> rest_of_chunk;

constinit BlockRegistry registry;

// Three variables. Two without a destructor, so that using them needs no check whether they were made yet ...
constinit thread_local BlockCache* own = nullptr;
constinit thread_local bool departed = false;

// ... and one that is touched when a thread takes its first block, to let the cache go when it ends.
struct Farewell {
  ~Farewell() {
    departed = true;
    if (own != nullptr) {
      BlockRegistry::abandon(*std::exchange(own, nullptr));
    }
  }
  bool will_be_said = false;
};
thread_local Farewell farewell;

[[nodiscard]] BlockCache* find_cache() noexcept {
  if (BlockCache* const cache = registry.adopt()) {
    return cache;
  }
  void* const memory = std::aligned_alloc(alignof(BlockCache), sizeof(BlockCache));
  if (memory == nullptr) {
    return nullptr;
  }
  BlockCache* const cache = ::new (memory) BlockCache;
  registry.add(*cache);
  return cache;
}

/// The thread's own cache, or none: if memory runs out, or in the last moments of a thread, when nobody would say
/// farewell to it.
[[gnu::noinline]] BlockCache* make_own() noexcept {
  if (!departed) {
    own = find_cache();
    farewell.will_be_said = true;
  }
  return own;
}

BlockCache* own_cache() noexcept { return own != nullptr ? own : make_own(); }

/// Does one thing with a cache that is given up again at once.
template <class Action>
[[gnu::noinline]] auto with_borrowed(Action action) noexcept {
  BlockCache* const cache = find_cache();
  const auto result = cache == nullptr ? nullptr : action(*cache);
  if (cache != nullptr) {
    BlockRegistry::abandon(*cache);
  }
  return result;
}

}  // namespace

void* allocate(std::size_t size) noexcept {
  if (size > BlockCache::largest_block) {
    return ::operator new(size, std::nothrow);
  }
  if (BlockCache* const cache = own_cache()) {
    return cache->allocate(size);
  }
  return with_borrowed([size](BlockCache& cache) { return cache.allocate(size); });
}

void* allocate_forever(std::size_t size) noexcept {
  const std::size_t rounded = (size + cache_line - 1) / cache_line * cache_line;
  if (rounded > forever_piece) {
    return std::aligned_alloc(cache_line, rounded);
  }
  const auto rest = rest_of_chunk.lock();
  if (rest->size < rounded) {
    void* const chunk = std::aligned_alloc(cache_line, forever_chunk);
    if (chunk == nullptr) {
      return nullptr;
    }
    *rest = {static_cast<std::byte*>(chunk), forever_chunk};  // what was left of the last one is given up
  }
  rest->size -= rounded;
  return std::exchange(rest->begin, rest->begin + rounded);
}

void release(void* block, std::size_t size) noexcept {
  if (size > BlockCache::largest_block) {
    ::operator delete(block, size);
  } else if (block != nullptr) {
    if (BlockCache* const cache = own_cache()) {
      cache->release(block, size);
    } else {
      BlockCache::send_back(block, size);
    }
  }
}

void flush() noexcept {
  if (own != nullptr) {
    own->flush();
  }
}

}  // namespace memory
}  // namespace sluice::inline SLUICE_ABI::engine
