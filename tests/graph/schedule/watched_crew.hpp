// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <set>
#include <sluice/graph/schedule/monitor/monitor_core.hpp>

#include "crew.hpp"

namespace sluice::schedule {

using engine::ExecutorEvent;

/// A crew and its monitor, which looks when the test says so.
class WatchedCrew final : private MonitorPort {
public:
  static constexpr Duration tick = MonitorSettings{}.tick;

  WatchedCrew(Roster::Index size, Roster::Index spares, bool watches_host = false, MonitorSettings settings = {})
      : crew{size, spares}, core{crew.scheduler, *this, settings, watches_host} {}

  /// A tick later.
  void look() {
    crew.clock.advance(tick);
    core.look(crew.clock.now());
  }
  void look_for(Duration time) {
    for (Duration passed{}; passed < time; passed += tick) {
      look();
    }
  }
  /// A job that does `during` in its slice, once.
  Crew::Job& job(std::string name, std::function<void()> during = {}) {
    return crew.job(std::move(name), std::move(during));
  }
  void inject(Crew::Job& job) { ASSERT_TRUE(crew.scheduler.inject(job)); }
  /// Gives the spare worker that was started first a thread, until it finds nothing.
  void run_spare() {
    ASSERT_FALSE(crew.spare_host.started.empty());
    Worker& spare = crew.spare_host.take();
    EXPECT_EQ(spare.work(false), Worker::End::asleep);  // as if on another thread
  }
  [[nodiscard]] std::uint32_t count(ExecutorEvent::Kind kind) const {
    return static_cast<std::uint32_t>(std::ranges::count(events, kind, &ExecutorEvent::kind));
  }
  [[nodiscard]] const ExecutorEvent* last(ExecutorEvent::Kind kind) const {
    const ExecutorEvent* found = nullptr;
    for (const ExecutorEvent& event : events) {
      found = event.kind == kind ? &event : found;
    }
    return found;
  }

  Crew crew;
  std::vector<ExecutorEvent> events;
  std::set<const Worker*> computing;  ///< those whose threads compute
  std::set<const Worker*> hired;      ///< spare ones that have threads
  std::uint32_t questions = 0;
  bool has_threads = true;
  std::uint32_t refusals = 0;
  MonitorCore core;

private:
  [[nodiscard]] bool hire(Worker& spare) noexcept override {
    refusals += has_threads ? 0 : 1;
    return has_threads && hired.insert(&spare).second;
  }
  void let_go(Worker& spare) noexcept override { EXPECT_EQ(hired.erase(&spare), 1u); }
  [[nodiscard]] bool is_computing(const Worker& worker) noexcept override {
    ++questions;
    return computing.contains(&worker);
  }
  void publish(const ExecutorEvent& event) noexcept override { events.push_back(event); }
};

}  // namespace sluice::schedule
