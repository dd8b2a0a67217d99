// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/dispatch/executor_event.hpp>
#include <sluice/engine/intrusive_list.hpp>
#include <sluice/engine/mutex.hpp>
#include <string>

namespace sluice::inline SLUICE_ABI::schedule {

/// Where an executor's events go: to those who listen, or, if nobody does, to the console, a line per second at most.
///
/// Thread safety: any thread.
/// Blocks: while another thread publishes.
class EventOutlet {
public:
  void listen(engine::ExecutorListener& listener) noexcept { listeners_.lock()->push_back(listener); }
  void unlisten(engine::ExecutorListener& listener) noexcept { listeners_.lock()->remove(listener); }
  void publish(const engine::ExecutorEvent& event, Instant now) noexcept;

private:
  SyncMutex<engine::IntrusiveList<engine::ExecutorListener>> listeners_;
  Instant next_line_{};  ///< under the lock
};

/// For a person: one line.
[[nodiscard]] std::string describe(const engine::ExecutorEvent& event);

}  // namespace sluice::inline SLUICE_ABI::schedule
