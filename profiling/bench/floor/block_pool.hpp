// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/profiling/bench/floor/mpsc_queue.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace sluice::bench::floor {

class BlockPool;

/// A message: one cache line, so that two threads never share one by accident.
struct alignas(64) Block : MpscNode {
  BlockPool* home = nullptr;      ///< the pool it came from, set once
  std::uint64_t value = 0;        ///< what the message says
  MpscQueue* reply_to = nullptr;  ///< the sender, where the work needs it
};

/// One thread's stock of message blocks. Blocks that end up on another thread come home in batches, so that a message
/// costs a 64th of an atomic operation on the pool.
///
///     take <- free_ <--own block-- put
///               ^                   |  foreign block
///               | all of them      v
///           returned_ <--at 64-- going_home_[home]   (of the pool that `put` was called on)
///
/// Thread safety: every verb only by the thread that owns the pool; pools hand batches to each other.
/// Allocates: `take`, when neither own nor returned blocks are left.
class alignas(64) BlockPool {
public:
  static constexpr std::uint32_t most_pools = 8;
  static constexpr std::uint32_t batch = 64;

  /// `index` tells the pools that exchange blocks apart.
  explicit BlockPool(std::uint32_t index) noexcept : index_(index) {}
  BlockPool(const BlockPool&) = delete;
  BlockPool& operator=(const BlockPool&) = delete;

  [[nodiscard]] Block& take() {
    if (free_ == nullptr) {
      refill();
    }
    Block& block = *free_;
    free_ = next_of(block);
    return block;
  }

  /// Gives up a block of any pool.
  void put(Block& block) noexcept {
    if (block.home == this) {
      link(block, free_);
      free_ = &block;
    } else {
      send_home(block);
    }
  }

  /// Sends incomplete batches home as well; for a thread that is about to stop.
  void flush() noexcept;

  /// How many blocks were ever allocated.
  [[nodiscard]] std::uint64_t allocated() const noexcept;

private:
  struct Batch {
    Block* first = nullptr;
    Block* last = nullptr;
    std::uint32_t size = 0;
  };

  // relaxed | a free block is one thread's own; a batch changes hands through `returned_`.
  static Block* next_of(const Block& block) noexcept {
    return static_cast<Block*>(block.next.load(std::memory_order_relaxed));
  }
  static void link(Block& block, Block* next) noexcept { block.next.store(next, std::memory_order_relaxed); }

  void send_home(Block& block) noexcept {
    Batch& batch_home = going_home_[block.home->index_];
    if (batch_home.size == 0) {
      batch_home.last = &block;
    }
    link(block, batch_home.first);
    batch_home.first = &block;
    if (++batch_home.size == batch) {
      hand_over(batch_home);
    }
  }

  static void hand_over(Batch& batch_home) noexcept;
  void refill();

  Block* free_ = nullptr;
  std::uint32_t index_;
  std::array<Batch, most_pools> going_home_{};
  std::vector<std::unique_ptr<Block[]>> slabs_;
  std::atomic<Block*> returned_{nullptr};  ///< all push, the owner takes all at once: no ABA. Far from `free_`.
};

/// The pool of the team's `member`, kept from run to run: a warm-up would warm nothing if each run had fresh memory.
/// At most one live thread may use each, and a run must join its threads before the next begins.
[[nodiscard]] BlockPool& pool_of(std::uint32_t member);

}  // namespace sluice::bench::floor
