// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <coroutine>
#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/integrations/coroutine/polled_task.hpp>
#include <sluice/integrations/coroutine/promise.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// A coroutine that gives a `T`, or nothing. It does nothing until another task waits for it or `run_on` has it run.
///
/// Inside one, `co_await` takes tasks and the engine's futures. An exception goes to the task that waits. Ending a task
/// that is suspended ends what it waits for: a future then forgets its waker.
///
/// Thread safety: a task is run by one thread at a time, and on any thread of its executor after each `co_await`.
/// Allocates: its frame, when it is called.
///
///     Task<int> sum(AsyncMutex<int>& a, AsyncMutex<int>& b) {
///       const auto first = co_await a.lock();
///       const auto second = co_await b.lock();
///       co_return *first + *second;
///     }
template <class T>
class [[nodiscard]] Task {
public:
  using promise_type = coroutine::TaskPromise<T>;  // NOLINT(readability-identifier-naming): the language's name
  /// What an actor makes of it if its handler is a coroutine.
  using Pending = coroutine::PolledTask<T>;

  Task(Task&& other) noexcept : frame_{std::exchange(other.frame_, nullptr)} {}
  Task& operator=(Task&& other) noexcept {
    Task{std::move(other)}.swap(*this);
    return *this;
  }
  ~Task() {
    if (frame_ != nullptr) {
      frame_.destroy();
    }
  }

  void swap(Task& other) noexcept { std::swap(frame_, other.frame_); }

  /// Gives the frame away.
  [[nodiscard]] std::coroutine_handle<promise_type> release() && noexcept {
    engine::check(frame_ != nullptr, "a task is run once");
    return std::exchange(frame_, nullptr);
  }

private:
  friend promise_type;
  explicit Task(std::coroutine_handle<promise_type> frame) noexcept : frame_{frame} {}
  std::coroutine_handle<promise_type> frame_;
};

namespace coroutine {

/// Has the root run another task in place of the one that waits, and that one again when it has ended: no stack grows.
template <class T>
class TaskAwaiter {
public:
  explicit TaskAwaiter(Task<T>&& task) noexcept : frame_{std::move(task).release()} {}
  TaskAwaiter(const TaskAwaiter&) = delete;
  TaskAwaiter& operator=(const TaskAwaiter&) = delete;
  ~TaskAwaiter() { frame_.destroy(); }

  [[nodiscard]] static bool await_ready() noexcept { return false; }
  template <class Promise>
  void await_suspend(std::coroutine_handle<Promise> waiting) noexcept {
    Root& root = static_cast<TaskLink&>(waiting.promise()).root();
    frame_.promise().run_under(root, waiting);
    root.go_on_with(frame_);
  }
  T await_resume() { return frame_.promise().take(); }

private:
  std::coroutine_handle<TaskPromise<T>> frame_;
};

template <class T>
TaskAwaiter<T> TaskLink::await_transform(Task<T>&& task) noexcept {
  return TaskAwaiter<T>{std::move(task)};
}

template <class T>
Task<T> TaskPromise<T>::get_return_object() noexcept {
  return Task<T>{std::coroutine_handle<TaskPromise>::from_promise(*this)};
}

inline Task<void> TaskPromise<void>::get_return_object() noexcept {
  return Task<void>{std::coroutine_handle<TaskPromise>::from_promise(*this)};
}

}  // namespace coroutine
}  // namespace sluice::inline SLUICE_ABI
