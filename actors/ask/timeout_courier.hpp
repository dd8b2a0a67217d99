// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/executor.hpp>
#include <sluice/engine/mutex.hpp>

namespace sluice::inline SLUICE_ABI {

class AskSlot;
class SystemRecord;

/// Brings asks the news that their time is over. A timer fires under the lock of its wheel, where a waker only schedules;
/// what a failed ask sets off may end actors. So it happens here, on the executor.
///
/// Thread safety: any thread.
/// Allocates: never.
class TimeoutCourier final : public engine::Runnable {
public:
  explicit TimeoutCourier(SystemRecord& record) noexcept : record_{record} {}

  /// Takes a share of `slot` with it. Perhaps from within a wake.
  void bring(AskSlot& slot) noexcept;

  /// Whether the executor has it not.
  [[nodiscard]] bool is_idle() const noexcept {
    // acquire | the runs that are over, from the releases in `deliver`.
    return word_.load(std::memory_order_acquire) == 0;
  }

  void run() noexcept override { deliver(); }
  void hand_back() noexcept override { deliver(); }

private:
  static constexpr std::uint32_t scheduled = 1;
  static constexpr std::uint32_t running = 2;  ///< how many runs go on, in steps of this

  void deliver() noexcept;
  [[nodiscard]] AskSlot* take() noexcept;

  SystemRecord& record_;
  SyncMutex<AskSlot*> expired_{nullptr};
  engine::Atomic<std::uint32_t> word_{0};
};

}  // namespace sluice::inline SLUICE_ABI
