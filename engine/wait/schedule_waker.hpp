// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/executor.hpp>
#include <sluice/engine/task.hpp>
#include <sluice/engine/wait/wake_state.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Makes what is polled something that is scheduled: a wake submits it to its executor, which polls it once.
///
/// A wake during a poll submits it again after the poll, behind whatever else the executor has: nothing is polled in a
/// loop. A poll that gives nothing and is not woken costs nothing any more.
///
/// Thread safety: its wakers from any thread or interrupt; `stop` from any thread that knows it to live. `poll`,
/// `on_done` and `on_rejected` are called by one thread at a time, each seeing what the former did.
/// Blocks: never.
/// Allocates: never.
/// Lifetime: it outlives every future that has its waker, which is enough: see `Waker`. From `start` on it lives until
/// `on_done`, which may end it, unless its owner knows that it is idle and that no wake can come.
class ScheduleWaker : public Runnable {
public:
  /// After a refusal the executor is asked as often again.
  static constexpr std::uint32_t submit_retries = engine::submit_retries;

  ScheduleWaker(const ScheduleWaker&) = delete;
  ScheduleWaker& operator=(const ScheduleWaker&) = delete;

  /// Has it polled for the first time; called once. `executor` outlives it.
  void start(Executor& executor) noexcept;

  /// Ends it without a result: at once if it is idle, otherwise instead of its next poll. Not from within a wake. If
  /// the executor refuses that run, `on_rejected` tells afterwards, and the next wake or stop ends it.
  void stop() noexcept { attend(state_.stop()); }

  /// What futures are given. Not before `start`.
  [[nodiscard]] Waker waker() noexcept { return {&wake, this}; }

  // Inline, as every virtual function of a class that users derive from; see `Mailbox`.
  void run() noexcept final { run_once(); }
  /// As if the executor had refused it.
  void hand_back() noexcept final { attend(refuse()); }

protected:
  ScheduleWaker() noexcept = default;
  ~ScheduleWaker() { check(state_.is_at_rest(), "nothing ends while it is scheduled or polled"); }

  /// Goes on as far as possible; true once it is over. Otherwise something has kept `waker`, or it is never polled
  /// again.
  [[nodiscard]] virtual bool poll(const Waker& waker) noexcept = 0;

  /// It is over, by its own poll or by `stop`. The last call, once; it may end the object.
  virtual void on_done() noexcept = 0;

  /// The executor refused it, the retries included. The next wake tries again. Perhaps called from within a wake: only
  /// for taking note.
  virtual void on_rejected() noexcept {}

  [[nodiscard]] bool is_done() const noexcept { return state_.is_done(); }

private:
  static void wake(void* self) noexcept;
  void attend(WakeState::Duty duty) noexcept;
  void run_once() noexcept;
  [[nodiscard]] WakeState::Duty refuse() noexcept;
  [[nodiscard]] bool try_submit() noexcept;

  Executor* executor_ = nullptr;
  WakeState state_;
};

}  // namespace sluice::inline SLUICE_ABI::engine
