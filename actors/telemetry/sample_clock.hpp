// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>

namespace sluice::inline SLUICE_ABI {

/// Whether samples are to come: from the first message that is handled until a whole period brought nothing new. So an
/// idle system has no timer set, and yet the last thing that happened is told.
///
///     resting --work--> ticking --a period without news--> resting, then one more look
///
/// Who works counts it and looks here; who goes to rest says so here and looks at the count. All four are seq_cst, so one
/// of the two sees the other.
///
/// Thread safety: `note_work` from any thread; `rest` by who samples.
class SampleClock {
public:
  /// Something was handled, and counted before. True if the caller has to set the timer.
  [[nodiscard]] bool note_work() noexcept {
    // seq_cst | the count before it, against the store in `rest` and the look at the count behind that.
    return ticking_.load(std::memory_order_seq_cst) == 0 && ticking_.exchange(1, std::memory_order_seq_cst) == 0;
  }

  /// There was nothing new. Behind this the caller looks once more, and says `note_work` if there is something.
  void rest() noexcept {
    ticking_.store(0, std::memory_order_seq_cst);  // seq_cst | as above
  }

private:
  engine::Atomic<std::uint32_t> ticking_{0};
};

}  // namespace sluice::inline SLUICE_ABI
