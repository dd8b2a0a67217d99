// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace sluice::actor_model {

/// Blocks that were allocated and not given back, of those that are to be.
[[nodiscard]] std::int64_t living_blocks() noexcept;

/// While it lives, there is no memory.
struct Shortage {
  Shortage() noexcept;
  ~Shortage();
  Shortage(const Shortage&) = delete;
  Shortage& operator=(const Shortage&) = delete;
};

}  // namespace sluice::actor_model
