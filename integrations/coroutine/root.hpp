// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <coroutine>
#include <sluice/config.hpp>
#include <sluice/engine/task.hpp>

namespace sluice::inline SLUICE_ABI::coroutine {

/// A future that a coroutine waits for, whatever its type. It is where it was when the coroutine is resumed.
class Awaited {
public:
  Awaited(const Awaited&) = delete;
  Awaited& operator=(const Awaited&) = delete;

  /// True once the result is there.
  [[nodiscard]] virtual bool poll(const engine::Waker& waker) noexcept = 0;

protected:
  Awaited() noexcept = default;
  ~Awaited() = default;
};

/// What runs a task, and the tasks that it waits for: whoever polls it goes on with the innermost one.
///
/// A poll asks the future that the innermost coroutine waits for, and resumes that coroutine once the result is there. So
/// nothing is resumed in vain.
class Root {
public:
  Root(const Root&) = delete;
  Root& operator=(const Root&) = delete;

  /// `coroutine` waits for `future`, which has been polled with this root's waker.
  void suspend(std::coroutine_handle<> coroutine, Awaited& future) noexcept {
    innermost_ = coroutine;
    awaited_ = &future;
  }

  /// A coroutine was suspended, and `next` runs in its place; null if it was the outermost one, at its end.
  void go_on_with(std::coroutine_handle<> next) noexcept { innermost_ = next; }

  /// What futures are given: the waker of the poll that is under way.
  [[nodiscard]] const engine::Waker& waker() const noexcept { return waker_; }

protected:
  Root() noexcept = default;
  ~Root() = default;

  /// Before the first poll.
  void begin(std::coroutine_handle<> outermost) noexcept { innermost_ = outermost; }
  /// True once the outermost coroutine has returned, or an exception has left it.
  [[nodiscard]] bool go_on(const engine::Waker& waker) noexcept;

private:
  std::coroutine_handle<> innermost_;
  Awaited* awaited_ = nullptr;
  engine::Waker waker_;
};

}  // namespace sluice::inline SLUICE_ABI::coroutine
