// SPDX-License-Identifier: BSL-1.0
#include <new>
#include <sluice/engine/memory.hpp>

namespace sluice::inline SLUICE_ABI::engine::memory {

void* allocate(std::size_t size) noexcept { return ::operator new(size, std::nothrow); }

void release(void* block, std::size_t size) noexcept { ::operator delete(block, size); }

}  // namespace sluice::inline SLUICE_ABI::engine::memory
