// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/engine/executor.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Where a dispatcher gets its executor from, and where it gives it back when nobody lives there any more.
///
/// Thread safety: called by one thread at a time.
class ExecutorSource {
public:
  /// An executor to be used until `release`; null if there is none.
  [[nodiscard]] virtual Executor* acquire() noexcept = 0;
  /// Nothing is submitted to it any more; the last run may be about to return: see `Executor::drain`.
  virtual void release(Executor& executor) noexcept = 0;

protected:
  ~ExecutorSource() = default;
};

}  // namespace sluice::inline SLUICE_ABI::engine
