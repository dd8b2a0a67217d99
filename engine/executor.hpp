// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/mpsc_queue.hpp>
#include <sluice/engine/trace/label.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Something an executor can run. The link through an executor's queues is inside, so scheduling never allocates.
class Runnable : public MpscNode {
public:
  /// Does one slice of work.
  virtual void run() noexcept = 0;

  /// The executor that accepted it ends and will not run it: it is its owner's again.
  virtual void hand_back() noexcept {}

  /// Names it in traces and reports; changed only while it is not submitted.
  [[nodiscard]] const trace::Label& trace_label() const noexcept { return *label_; }

protected:
  constexpr Runnable() noexcept = default;
  constexpr explicit Runnable(const trace::Label& label) noexcept : label_{&label} {}
  ~Runnable() = default;

  void set_label(const trace::Label& label) noexcept { label_ = &label; }

private:
  static constexpr trace::Label unnamed{"a runnable", "run", __FILE__, __LINE__, 0};

  const trace::Label* label_ = &unnamed;
};

/// What an executor did with a submission.
enum class Submission : std::uint8_t { accepted, rejected };

/// How often an executor that has refused something is asked again at once, before that counts as a rejection.
inline constexpr std::uint32_t submit_retries = 2;

/// Runs runnables: a thread pool, a task library's workers, or a loop driven by hand.
class Executor {
public:
  /// Will run `runnable` once, later, and never inside this call. Until then it must live and not be submitted again.
  /// Callers may hold the lock of a wait queue: wakes nothing itself.
  ///
  /// Thread safety: any thread; the manual executor also any interrupt.
  [[nodiscard]] virtual Submission submit(Runnable& runnable) noexcept = 0;

  /// Returns when nothing is queued and nothing runs. Not to be called from a runnable.
  virtual void drain() noexcept = 0;

protected:
  ~Executor() = default;
};

class WorkerVisitor;

/// One that need not be waited for for ever.
class TimedExecutor : public Executor {
public:
  /// As `drain`, but not for longer than `timeout`; false if something was still queued or running then.
  [[nodiscard]] virtual bool drain_for(Duration timeout) noexcept = 0;

  /// How many it has run so far; exact when nothing runs.
  [[nodiscard]] virtual std::uint64_t slices() const noexcept = 0;

  /// Shows what its workers do now. Any thread; nothing waits meanwhile. One that knows nothing of them shows none.
  virtual void visit_workers(WorkerVisitor&) noexcept {}

protected:
  ~TimedExecutor() = default;
};

/// Makes the executor that this build prefers, or gives null if memory or threads run out. Which one it is, the target or a
/// build option decides; the engine only declares it.
[[nodiscard]] Executor* make_default_executor() noexcept;

/// Waits for what `make_default_executor` made, where there are threads not for longer than `timeout`.
[[nodiscard]] bool drain_default_executor(Executor& executor, Duration timeout) noexcept;
/// How many runnables it has run for those who drained it, or for all; exact when nothing runs.
[[nodiscard]] std::uint64_t slices_of_default_executor(const Executor& executor) noexcept;
/// That executor as one with workers; null where there are no threads.
[[nodiscard]] TimedExecutor* timed_default_executor(Executor& executor) noexcept;
/// Ends what `make_default_executor` made.
void destroy_default_executor(Executor* executor) noexcept;

class TimerWheel;

/// Has the timers of `wheel` fire by themselves, where there are threads; null if nobody does that, and whoever drives the
/// executor advances the wheel as well.
[[nodiscard]] void* start_default_timers(TimerWheel& wheel) noexcept;
/// Ends what `start_default_timers` started.
void stop_default_timers(void* driver) noexcept;

}  // namespace sluice::inline SLUICE_ABI::engine
