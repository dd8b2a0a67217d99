// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/engine/executor.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Where a dispatcher gets its executor from, and where it gives it back when nobody lives there any more.
///
/// Thread safety: `acquire` by one thread at a time and under a lock of the dispatcher, so it does not use that; `release`
/// from any thread, perhaps while another executor is acquired.
class ExecutorSource {
public:
  /// An executor to be used until `release`; null if there is none.
  [[nodiscard]] virtual Executor* acquire() noexcept = 0;
  /// Nobody submits to it any more. What it ran last may be on its way out: waits for that before the executor ends.
  virtual void release(Executor& executor) noexcept = 0;

protected:
  ~ExecutorSource() = default;
};

}  // namespace sluice::inline SLUICE_ABI::engine
