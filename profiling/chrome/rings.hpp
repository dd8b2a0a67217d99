// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/profiling/chrome/ring.hpp>

namespace sluice::inline SLUICE_ABI::recorder {

/// The ring of one thread, and of another one when that has ended and there are as many as there may be.
struct ThreadRing {
  explicit ThreadRing(std::uint64_t capacity);

  Ring ring;
  const std::uint64_t capacity;
  engine::Atomic<std::uint32_t> is_used{1};
  engine::Atomic<const char*> name{nullptr};  ///< what its thread is for; null: it is none of ours
  engine::Atomic<std::uint32_t> number{0};    ///< tells threads of one name apart
  engine::Atomic<std::uint64_t> first{0};     ///< what was written before is of another thread
};

/// All rings: they live for ever, and there are never more than `most_rings`. So a program whose threads come and go keeps
/// no more than that; the record of a thread that ended is there until another one needs its ring.
inline constexpr std::uint32_t most_rings = 64;

/// A ring for this thread; null if all are in use, which is counted.
[[nodiscard]] ThreadRing* claim_ring() noexcept;
/// Its thread ends.
void release_ring(ThreadRing& ring) noexcept;

/// How many threads found no ring.
[[nodiscard]] std::uint64_t unrecorded_threads() noexcept;
/// The ring of that index, null behind the last.
[[nodiscard]] ThreadRing* ring_at(std::uint32_t index) noexcept;
/// Gives `ring` a name and the next number of all that have it.
void name_ring(ThreadRing& ring, const char* name) noexcept;

}  // namespace sluice::inline SLUICE_ABI::recorder
