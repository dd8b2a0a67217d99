// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/block_cache.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// All block caches there are. A thread that starts adopts one whose thread has ended, or brings a new one; caches are
/// never destroyed, because blocks of theirs may be anywhere.
///
/// Thread safety: any thread.
/// Allocates: never; the caller brings the memory of new caches.
class BlockRegistry {
public:
  constexpr BlockRegistry() noexcept = default;
  BlockRegistry(const BlockRegistry&) = delete;
  BlockRegistry& operator=(const BlockRegistry&) = delete;

  /// A cache that nobody owned and the caller owns now; null if there is none.
  [[nodiscard]] BlockCache* adopt() noexcept;

  /// Makes `cache`, which the caller owns, known.
  void add(BlockCache& cache) noexcept;

  /// Gives up the ownership of `cache`, whose outgoing batches go home.
  static void abandon(BlockCache& cache) noexcept;

private:
  Atomic<BlockCache*> newest_{nullptr};
  Atomic<std::uint32_t> indices_{0};
};

}  // namespace sluice::inline SLUICE_ABI::engine
