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
namespace {

/// Memory of the heap from which pieces are cut, one behind the other, and kept for ever. Cut one by one from the heap,
/// each aligned piece would leave gaps: as many bytes again for a cell, a page for a slab.
struct Region {
  static constexpr std::size_t size = std::size_t{4} * 1024 * 1024;  // what nobody touches yet costs addresses only
  std::byte* next = nullptr;
  std::byte* end = nullptr;
};
constinit SyncMutex<Region> lines;
constinit SyncMutex<Region> slabs;

/// A piece of `size` bytes, at a multiple of `alignment`; `size` is one, too.
void* cut(SyncMutex<Region>& from, std::size_t size, std::size_t alignment) noexcept {
  if (size > Region::size / 4) {
    return std::aligned_alloc(alignment, size);
  }
  const auto region = from.lock();
  if (static_cast<std::size_t>(region->end - region->next) < size) {
    auto* const fresh = static_cast<std::byte*>(std::aligned_alloc(alignment, Region::size));
    if (fresh == nullptr) {
      return nullptr;
    }
    *region = {.next = fresh, .end = fresh + Region::size};
  }
  return std::exchange(region->next, region->next + size);
}

}  // namespace

void* allocate_slab() noexcept { return cut(slabs, BlockCache::slab_size, BlockCache::slab_size); }

namespace memory {
namespace {

constinit BlockRegistry registry;

// Three variables. Two without a destructor, so that using them needs no check whether they were made yet ...
[[gnu::tls_model("initial-exec")]] constinit thread_local BlockCache* own = nullptr;
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

/// For a thread that has none yet, or not any more.
[[gnu::noinline]] void release_slowly(void* block, std::size_t size) noexcept {
  if (BlockCache* const cache = make_own()) {
    cache->release(block, size);
  } else {
    BlockCache::send_back(block, size);
  }
}

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
  return cut(lines, (size + cache_line - 1) / cache_line * cache_line, cache_line);
}

void release(void* block, std::size_t size) noexcept {
  if (size > BlockCache::largest_block) {
    ::operator delete(block, size);
  } else if (block != nullptr) {
    if (own != nullptr) [[likely]] {
      own->release(block, size);
    } else {
      release_slowly(block, size);
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
