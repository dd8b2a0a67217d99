// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/dispatch/event_sink.hpp>
#include <sluice/engine/dispatch/executor_source.hpp>
#include <sluice/engine/dispatch/inhabitants.hpp>
#include <sluice/engine/dispatch/metrics_sink.hpp>
#include <sluice/engine/dispatch/settings.hpp>
#include <sluice/engine/error.hpp>
#include <sluice/engine/executor.hpp>
#include <sluice/engine/mutex.hpp>

namespace sluice::inline SLUICE_ABI::engine {

class Mailbox;

/// The outside world of a dispatcher. What is null is not told, and not measured.
struct DispatcherPorts {
  const Clock* clock = nullptr;  ///< needed for a deadline, for metrics and for a shutdown timeout
  EventSink* events = nullptr;
  MetricsSink* metrics = nullptr;
};

/// Says how mailboxes are run, and hands them to the executor that runs them.
///
/// Thread safety: everything from any thread.
/// Lifetime: longer than its mailboxes, and than whoever posts to one of them that has a lane and is no cell.
class Dispatcher {
public:
  /// After a refusal the executor is asked as often again.
  static constexpr std::uint32_t submit_retries = engine::submit_retries;

  /// On `executor`, which lives longer.
  explicit Dispatcher(Executor& executor, const DispatcherSettings& settings = {},
                      const DispatcherPorts& ports = {}) noexcept;

  /// On an executor of `source`: taken when the first mailbox comes, given back when the last one is gone for the
  /// shutdown timeout (see `end_if_unused`), and taken again when another one comes.
  Dispatcher(ExecutorSource& source, const DispatcherSettings& settings, const DispatcherPorts& ports) noexcept;

  Dispatcher(const Dispatcher&) = delete;
  Dispatcher& operator=(const Dispatcher&) = delete;
  ~Dispatcher();

  /// Has `mailbox` run if it has something to do that it may do now, unless it is going to run anyway. The hints say what
  /// the caller knows to be there; without them the queues are looked at. True if it was submitted by this call.
  bool register_for_execution(Mailbox& mailbox, bool has_message_hint, bool has_system_hint) noexcept;

  /// A mailbox that is scheduled already goes to the executor; false if that refuses it, the retries included.
  [[nodiscard]] bool execute(Runnable& runnable) noexcept {
    return executor_.get()->submit(runnable) == Submission::accepted || execute_again(runnable);
  }

  /// Somebody moves in: `out_of_memory` if there is no executor to be had.
  [[nodiscard]] Result<> attach() noexcept;
  void detach() noexcept;
  [[nodiscard]] std::uint32_t inhabitants() const noexcept { return inhabitants_.count(); }

  /// For whoever drives time: gives the executor back if nobody has lived here for the shutdown timeout. True if it did.
  /// Not from one of the executor's own runnables.
  bool end_if_unused() noexcept;

  [[nodiscard]] const DispatcherSettings& settings() const noexcept { return settings_; }
  [[nodiscard]] const DispatcherPorts& ports() const noexcept { return ports_; }
  [[nodiscard]] std::uint32_t throughput() const noexcept { return throughput_; }
  [[nodiscard]] bool has_deadline() const noexcept { return has_deadline_; }
  /// When a slice that begins now has to end, if there is a deadline.
  [[nodiscard]] Instant deadline() const noexcept { return later(ports_.clock->now(), settings_.throughput_deadline); }

  void publish(const MailboxEvent& event) const noexcept {
    if (ports_.events != nullptr) {
      ports_.events->publish(event);
    }
  }

private:
  struct Shutdown {
    std::optional<Instant> due;
  };

  [[nodiscard]] Instant now() const noexcept { return ports_.clock == nullptr ? Instant{} : ports_.clock->now(); }
  [[nodiscard]] bool execute_again(Runnable& runnable) noexcept;
  [[nodiscard]] Executor* take_unused() noexcept;

  const DispatcherSettings settings_;
  const DispatcherPorts ports_;
  const std::uint32_t throughput_;
  const bool has_deadline_;
  ExecutorSource* const source_;
  Plain<Executor*> executor_;  ///< written only while nobody lives here, under the lock of `shutdown_`
  Inhabitants inhabitants_;
  SyncMutex<Shutdown> shutdown_;
};

}  // namespace sluice::inline SLUICE_ABI::engine
