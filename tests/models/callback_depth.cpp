// SPDX-License-Identifier: BSL-1.0
// The event stream's port for explorations: a fiber is a thread.
#include <sluice/actors/events/callback_scope.hpp>
#include <sluice_model/execution.hpp>

namespace sluice::inline SLUICE_ABI {

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

}  // namespace sluice::inline SLUICE_ABI
