// SPDX-License-Identifier: BSL-1.0
#include <sluice/graph/schedule/workers/worker.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

// No slice reads a clock for this: who looks leaves behind which slice it found and when. If the next look finds the same
// one, it has lasted since then at least. Two who look at once may take one for the other, and find it younger.
engine::WorkerLook Worker::look(Instant now) noexcept {
  engine::WorkerLook found{.index = index_};
  found.slices = counts_.slices.load(std::memory_order_relaxed);  // figures, all of them
  found.queued = queue_.size() + (slot_.load(std::memory_order_relaxed) != nullptr ? 1 : 0);
  const engine::trace::Label* const label = running();
  if (label == nullptr) {
    return found;
  }
  found.state = engine::WorkerLook::State::working;
  found.running = label->name;
  found.runnable = running_.get();
  if (looked_slices_.exchange(found.slices, std::memory_order_relaxed) == found.slices) {
    found.lasted = now - Instant{Duration{looked_at_.load(std::memory_order_relaxed)}};
  } else {
    looked_at_.store(now.time_since_epoch().count(), std::memory_order_relaxed);
    found.lasted = Duration{};
  }
  return found;
}

}  // namespace sluice::inline SLUICE_ABI::schedule
