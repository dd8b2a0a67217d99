// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <coroutine>
#include <sluice/config.hpp>
#include <sluice/engine/share_count.hpp>
#include <sluice/engine/wait/schedule_waker.hpp>
#include <sluice/integrations/coroutine/root.hpp>

namespace sluice::inline SLUICE_ABI::coroutine {

/// Runs a task on an executor. Inside the frame of the outermost one. A wake submits it: so nothing is resumed within one.
///
/// Lifetime: the frame has two owners, the run and whoever started it; the last one destroys it.
class ScheduledRoot : public Root, public engine::ScheduleWaker {
public:
  /// Takes the frame over, and submits it.
  void run_on(engine::Executor& executor, std::coroutine_handle<> frame) noexcept;

  /// One of the two owners goes.
  void drop() noexcept;

  using ScheduleWaker::is_done;

protected:
  ScheduledRoot() noexcept = default;
  ~ScheduledRoot() = default;

  /// The outermost coroutine has returned, or an exception has left it.
  virtual void on_returned() noexcept = 0;

private:
  [[nodiscard]] bool poll(const engine::Waker& waker) noexcept final;
  void on_done() noexcept final { drop(); }

  std::coroutine_handle<> frame_;
  engine::AtomicCount owners_;
};

}  // namespace sluice::inline SLUICE_ABI::coroutine
