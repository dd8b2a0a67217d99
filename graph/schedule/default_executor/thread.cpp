// SPDX-License-Identifier: BSL-1.0
// The default executor of a hosted build, chosen by the CMake option SLUICE_EXECUTOR.
#include <sluice/engine/executor.hpp>
#include <sluice/graph/schedule/thread_executor.hpp>

namespace sluice::inline SLUICE_ABI::engine {

Executor* make_default_executor() noexcept try { return new schedule::ThreadExecutor; } catch (...) {
  return nullptr;  // neither memory nor threads
}

bool drain_default_executor(Executor& executor, Duration timeout) noexcept {
  return static_cast<schedule::ThreadExecutor&>(executor).drain_for(timeout);
}

std::uint64_t slices_of_default_executor(const Executor& executor) noexcept {
  return static_cast<const schedule::ThreadExecutor&>(executor).slices();
}

TimedExecutor* timed_default_executor(Executor& executor) noexcept {
  return &static_cast<schedule::ThreadExecutor&>(executor);
}

void destroy_default_executor(Executor* executor) noexcept { delete static_cast<schedule::ThreadExecutor*>(executor); }

}  // namespace sluice::inline SLUICE_ABI::engine
