// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/task.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// On a target with one thread nobody else could wake a sleeper: who waits drives the executor instead.
class Parker {
public:
  static void park() noexcept { check(false, "the only thread does not sleep"); }
  [[nodiscard]] static constexpr Waker waker() noexcept { return {}; }
};

}  // namespace sluice::inline SLUICE_ABI::engine
