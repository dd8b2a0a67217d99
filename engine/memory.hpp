// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <sluice/config.hpp>

/// Where memory comes from. The target defines it, chosen in CMake (`engine/memory/`): caches per thread on hosted
/// targets, one static pool of equal blocks on bare metal.
///
/// On bare metal, what is larger than a block of the pool (`SLUICE_STATIC_BLOCK_SIZE`) takes neighbouring blocks that
/// nobody had before; given back, they serve single blocks only. So nothing fragments, and large things are to be made
/// at start-up and kept: each is a lasting cut from the untouched end, and once that is used up `allocate` gives null
/// for them, however many blocks are free.
namespace sluice::inline SLUICE_ABI::engine::memory {

/// What `allocate` aligns to.
inline constexpr std::size_t alignment = alignof(std::max_align_t);

/// At least `size` bytes, or null if there are none.
///
/// Thread safety: any thread; on bare metal any interrupt.
[[nodiscard]] void* allocate(std::size_t size) noexcept;

/// The same, but never to be given back, and at the start of a cache line.
[[nodiscard]] void* allocate_forever(std::size_t size) noexcept;

/// Takes back what `allocate(size)` gave; `size` must be the same.
void release(void* block, std::size_t size) noexcept;

/// Lets other threads have the blocks of theirs that died here. To be called before a thread sleeps.
void flush() noexcept;

}  // namespace sluice::inline SLUICE_ABI::engine::memory
