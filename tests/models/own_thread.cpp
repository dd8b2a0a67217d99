// SPDX-License-Identifier: BSL-1.0
// The event stream's port for explorations: a fiber is a thread.
#include <sluice/actors/events/own_thread.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice_model/execution.hpp>

namespace sluice::inline SLUICE_ABI::own_thread {

std::uint32_t& callback_depth() noexcept {
  static std::uint32_t depths[model::max_threads];
  static std::uint32_t execution = 0;
  if (execution != model::Execution::current()->number()) {  // the last one may have ended in the midst of something
    execution = model::Execution::current()->number();
    for (std::uint32_t& depth : depths) {
      depth = 0;
    }
  }
  return depths[model::Execution::current()->thread()];
}

void give_way() noexcept { engine::spin_hint(); }

}  // namespace sluice::inline SLUICE_ABI::own_thread
