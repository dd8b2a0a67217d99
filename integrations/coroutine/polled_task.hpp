// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <coroutine>
#include <sluice/config.hpp>
#include <sluice/engine/task.hpp>
#include <sluice/integrations/coroutine/promise.hpp>
#include <sluice/integrations/coroutine/root.hpp>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI::coroutine {

/// A task as a future of the engine: it goes on when it is polled. So an actor runs it whose handler is a coroutine.
///
/// Thread safety: polled by one thread at a time. Its end is that of the frame: what it waits for forgets the waker.
template <class T>
class PolledTask final : Root {
public:
  /// A task without a result gives that it is done.
  using Value = std::conditional_t<std::is_void_v<T>, engine::Done, T>;

  explicit PolledTask(Task<T>&& task) noexcept : frame_{std::move(task).release()} {
    frame_.promise().run_under(*this, nullptr);
    begin(frame_);
  }
  ~PolledTask() { frame_.destroy(); }

  /// Throws what leaves the coroutine.
  [[nodiscard]] engine::Poll<Value> poll(const engine::Waker& waker) {
    if (!go_on(waker)) {
      return engine::pending;
    }
    if constexpr (std::is_void_v<T>) {
      frame_.promise().take();
      return engine::Done{};
    } else {
      return frame_.promise().take();
    }
  }

private:
  std::coroutine_handle<TaskPromise<T>> frame_;
};

}  // namespace sluice::inline SLUICE_ABI::coroutine
