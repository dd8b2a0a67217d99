// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Tells the core that this thread waits for another one: saves power and frees the sibling's pipeline.
inline void spin_hint() noexcept {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__arm__) || defined(__aarch64__)
  asm volatile("yield" ::: "memory");
#else
  asm volatile("" ::: "memory");
#endif
}

}  // namespace sluice::inline SLUICE_ABI::engine
