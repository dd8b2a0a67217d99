// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Memory blocks for messages, kept per thread: taking and giving back is a few instructions, without a lock.
///
/// Blocks come in size classes, carved from slabs. A slab belongs to one cache for ever; a block that dies on another
/// thread travels home in a batch. A cache outlives its thread: the next thread to come adopts it, with all its blocks.
///
///      owner:   allocate <- free list <- (empty) a batch that came home <- (none) carve from a slab
///      others:  release -> outgoing batch of that owner -> (full, place needed, flush) -> the owner's returned batches
///
/// A batch becomes the free list as it is: nobody walks through blocks whose lines are in another core's cache.
///
/// Thread safety: one thread at a time owns a cache (`BlockRegistry` sees to that) and calls everything but `accept`.
/// Allocates: a slab, when no block is left.
/// Invariants
///  1. A free block is in exactly one list: its owner's free or returned ones, or one other cache's outgoing batch.
///  2. Others only push to `returned_` and the owner only takes all of it: so there is no ABA.
class BlockCache {
public:
  static constexpr std::size_t slab_size = std::size_t{64} * 1024;
  static constexpr std::size_t smallest_block = 64;
  static constexpr std::size_t actor_block = 112;  ///< for an actor with two words of state, of whom there are millions
  static constexpr std::uint32_t size_classes = 6;  ///< 64, 112, 128, 256, 512 and 1024 bytes
  static constexpr std::size_t largest_block = smallest_block << (size_classes - 2);
  static constexpr std::uint32_t batch_size = 64;

  constexpr BlockCache() noexcept = default;
  BlockCache(const BlockCache&) = delete;
  BlockCache& operator=(const BlockCache&) = delete;

  /// A block of at least `size` bytes, which is at most `largest_block`; null if memory runs out.
  [[nodiscard]] void* allocate(std::size_t size) noexcept {
    const std::uint32_t size_class = class_of(size);
    FreeBlock* const block = free_[size_class];
    if (block == nullptr) [[unlikely]] {
      return allocate_slowly(size_class);
    }
    free_[size_class] = block->next.get();
    block->~FreeBlock();
    return block;
  }

  /// Takes back what any cache's `allocate(size)` gave.
  void release(void* memory, std::size_t size) noexcept {
    const std::uint32_t size_class = class_of(size);
    Slab& slab = slab_of(memory);
    if (&slab.owner != this) {
      send_out(memory, slab, size_class);
      return;
    }
    FreeBlock& block = *::new (memory) FreeBlock;
    block.next.set(free_[size_class]);
    free_[size_class] = &block;
  }

  /// The size of the blocks of a class.
  [[nodiscard]] static constexpr std::size_t block_size(std::uint32_t size_class) noexcept {
    return size_class == 0 ? smallest_block : size_class == 1 ? actor_block : smallest_block << (size_class - 1);
  }

  /// The same for a thread that has no cache.
  static void send_back(void* memory, std::size_t size) noexcept;

  /// Sends the outgoing batches home. To be called before the thread sleeps: others may need these blocks.
  void flush() noexcept;

private:
  friend class BlockRegistry;

  /// A block while nobody uses it.
  struct FreeBlock {
    Plain<FreeBlock*> next{nullptr};
    Plain<FreeBlock*> next_batch{nullptr};  ///< of the first block of a batch that was returned
  };
  struct alignas(smallest_block) Slab {
    explicit Slab(BlockCache& cache) noexcept : owner{cache}, index{cache.index_} {}
    BlockCache& owner;
    std::uint32_t index;  ///< the owner's, so that others need not touch what the owner writes
    Slab* next = nullptr;
  };
  /// Blocks of one foreign owner and size, to be returned together.
  struct Batch {
    BlockCache* owner = nullptr;
    FreeBlock* first = nullptr;
    std::uint32_t size_class = 0;
    std::uint32_t count = 0;
  };
  static constexpr std::uint32_t outgoing_batches = 16;

  [[nodiscard]] static constexpr std::uint32_t class_of(std::size_t size) noexcept {
    if (size <= smallest_block) {
      return 0;
    }
    const auto doublings = static_cast<std::uint32_t>(std::bit_width((size - 1) / smallest_block));
    return size <= actor_block ? doublings : doublings + 1;
  }
  [[nodiscard]] static Slab& slab_of(void* block) noexcept {
    const std::size_t offset = reinterpret_cast<std::uintptr_t>(block) & (slab_size - 1);
    return *reinterpret_cast<Slab*>(static_cast<std::byte*>(block) - offset);
  }

  /// Puts a foreign block to the others that go to the owner of `slab`. With many owners two may fall on one place; then
  /// those that are there go home early. Out of line: what it needs would cost `release` registers.
  void send_out(void* memory, const Slab& slab, std::uint32_t size_class) noexcept;
  [[nodiscard]] void* allocate_slowly(std::uint32_t size_class) noexcept;
  [[nodiscard]] FreeBlock* take_batch(std::uint32_t size_class) noexcept;
  [[nodiscard]] void* carve(std::uint32_t size_class) noexcept;
  static void send_home(Batch& batch) noexcept;
  void accept(FreeBlock& batch, std::uint32_t size_class) noexcept;

  FreeBlock* free_[size_classes]{};
  FreeBlock* batches_[size_classes]{};  ///< that came home, were taken, and are not used yet
  std::byte* carve_next_ = nullptr;     ///< the untouched part of the newest slab
  std::byte* carve_end_ = nullptr;
  Slab* slabs_ = nullptr;
  Batch outgoing_[outgoing_batches]{};
  std::uint32_t index_ = 0;                                  ///< tells the caches of a registry apart
  BlockCache* next_cache_ = nullptr;                         ///< in the registry
  Atomic<std::uint32_t> in_use_{1};                          ///< whether a thread owns this cache
  alignas(64) Atomic<FreeBlock*> returned_[size_classes]{};  ///< written by others: on a line of their own
};

}  // namespace sluice::inline SLUICE_ABI::engine
