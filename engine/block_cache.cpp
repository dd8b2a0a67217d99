// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/block_cache.hpp>
#include <sluice/engine/slab_source.hpp>

namespace sluice::inline SLUICE_ABI::engine {

void* BlockCache::allocate_slowly(std::uint32_t size_class) noexcept {
  FreeBlock* const block = take_batch(size_class);
  if (block == nullptr) {
    return carve(size_class);
  }
  free_[size_class] = block->next.get();
  block->~FreeBlock();
  return block;
}

// All that came home is taken at once, and then used batch by batch: one operation on a line that others write.
BlockCache::FreeBlock* BlockCache::take_batch(std::uint32_t size_class) noexcept {
  FreeBlock*& first = batches_[size_class];
  if (first == nullptr) {
    // acquire | the batches' links and the last use of their memory, from the release in `accept`.
    first = returned_[size_class].exchange(nullptr, std::memory_order_acquire);
  }
  FreeBlock* const batch = first;
  if (batch != nullptr) {
    first = batch->next_batch.get();
  }
  return batch;
}

void BlockCache::flush() noexcept {
  for (Batch& batch : outgoing_) {
    send_home(batch);
  }
}

void BlockCache::send_home(Batch& batch) noexcept {
  if (batch.first != nullptr) {
    batch.owner->accept(*batch.first, batch.size_class);
    batch = {};
  }
}

void BlockCache::send_out(void* memory, const Slab& slab, std::uint32_t size_class) noexcept {
  Batch& batch = outgoing_[(slab.index + size_class * 7) % outgoing_batches];
  if (batch.owner != &slab.owner || batch.size_class != size_class || batch.count == batch_size) [[unlikely]] {
    send_home(batch);
    batch = {&slab.owner, nullptr, size_class, 0};
  }
  FreeBlock& block = *::new (memory) FreeBlock;
  block.next.set(batch.first);
  batch.first = &block;
  ++batch.count;
}

void BlockCache::send_back(void* memory, std::size_t size) noexcept {
  BlockCache& owner = slab_of(memory).owner;
  owner.accept(*::new (memory) FreeBlock, class_of(size));
}

void BlockCache::accept(FreeBlock& batch, std::uint32_t size_class) noexcept {
  Atomic<FreeBlock*>& returned = returned_[size_class];
  FreeBlock* first = returned.load(std::memory_order_relaxed);  // a guess; the exchange below decides
  do {
    batch.next_batch.set(first);
    // release | the batch's links and the last use of its memory, to the acquire in `take_batch`; earlier batches'
    //         | releases are carried on by this read-modify-write.
  } while (!returned.compare_exchange_weak(first, &batch, std::memory_order_release, std::memory_order_relaxed));
}

void* BlockCache::carve(std::uint32_t size_class) noexcept {
  // Messages begin where a line does, or they would lie on one more than they need. So as many blocks for actors are
  // carved at once as fill whole lines.
  constexpr std::size_t actors_in_whole_lines = 4;
  static_assert(actors_in_whole_lines * actor_block % smallest_block == 0);
  const std::size_t size = block_size(size_class);
  const std::size_t count = size == actor_block ? actors_in_whole_lines : 1;
  if (static_cast<std::size_t>(carve_end_ - carve_next_) < size * count) {
    void* const memory = allocate_slab();
    if (memory == nullptr) {
      return nullptr;
    }
    Slab* const slab = ::new (memory) Slab{*this};
    slab->next = slabs_;
    slabs_ = slab;
    carve_next_ = static_cast<std::byte*>(memory) + sizeof(Slab);
    carve_end_ = static_cast<std::byte*>(memory) + slab_size;
  }
  void* const block = carve_next_;
  carve_next_ += size;
  for (std::size_t i = 1; i < count; ++i, carve_next_ += size) {
    FreeBlock& next = *::new (carve_next_) FreeBlock;
    next.next.set(free_[size_class]);
    free_[size_class] = &next;
  }
  return block;
}

}  // namespace sluice::inline SLUICE_ABI::engine
