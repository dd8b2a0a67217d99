// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <coroutine>
#include <sluice/config.hpp>
#include <sluice/engine/share_count.hpp>
#include <sluice/engine/wait/schedule_waker.hpp>

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

/// Runs a task, and the tasks that it waits for, on an executor. Inside the frame of the outermost one.
///
/// A wake submits it; the run polls the future that the innermost coroutine waits for, and resumes that coroutine once
/// the result is there. So nothing is resumed within a wake, nor in vain.
///
/// Lifetime: the frame has two owners, the run and whoever started it; the last one destroys it.
class Root : public engine::ScheduleWaker {
public:
  /// Takes the frame over, and submits it.
  void run_on(engine::Executor& executor, std::coroutine_handle<> frame) noexcept;

  /// `coroutine` waits for `future`, which has been polled with this root's waker.
  void suspend(std::coroutine_handle<> coroutine, Awaited& future) noexcept {
    innermost_ = coroutine;
    awaited_ = &future;
  }

  /// One of the two owners goes.
  void drop() noexcept;

  using ScheduleWaker::is_done;

protected:
  Root() noexcept = default;
  ~Root() = default;

  /// The outermost coroutine has returned, or an exception has left it.
  virtual void on_returned() noexcept = 0;

private:
  [[nodiscard]] bool poll(const engine::Waker& waker) noexcept final;
  void on_done() noexcept final { drop(); }

  std::coroutine_handle<> frame_;
  std::coroutine_handle<> innermost_;
  Awaited* awaited_ = nullptr;
  engine::AtomicCount owners_;
};

}  // namespace sluice::inline SLUICE_ABI::coroutine
