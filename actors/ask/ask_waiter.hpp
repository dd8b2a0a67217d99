// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/actors/ask/ask_slot.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/mutex.hpp>
#include <sluice/engine/task.hpp>

namespace sluice::inline SLUICE_ABI {

/// Who is to be woken when an ask has its outcome.
///
/// Thread safety: any thread.
class AskWaiter {
public:
  AskWaiter() noexcept = default;

  /// Behind it, the waker that was set before is not called any more.
  void set(const engine::Waker& waker) noexcept { *waker_.lock() = waker; }
  void wake() noexcept { waker_.lock()->wake(); }

  /// Blocks the thread until `slot` is settled. On an executor that is driven by hand it runs what there is to run. Where
  /// it must not block, or nothing runs any more, the slot fails.
  static void wait(AskSlot& slot, AskWaiter& waiter) noexcept;

private:
  SyncMutex<engine::Waker> waker_;
};

}  // namespace sluice::inline SLUICE_ABI
