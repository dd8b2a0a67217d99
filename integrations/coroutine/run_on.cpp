// SPDX-License-Identifier: BSL-1.0
#include <sluice/integrations/coroutine/run_on.hpp>

namespace sluice::inline SLUICE_ABI {

RunningTask run_on(engine::Executor& executor, Task<void> task) noexcept {
  const auto frame = std::move(task).release();
  auto& promise = frame.promise();
  promise.run_under(promise, nullptr);
  promise.run_on(executor, frame);  // it may be over by now; our share keeps the frame
  return RunningTask{promise};
}

}  // namespace sluice::inline SLUICE_ABI
