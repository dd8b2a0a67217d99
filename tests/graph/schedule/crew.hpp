// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <sluice/engine/clock.hpp>
#include <sluice/graph/schedule/host.hpp>
#include <sluice/graph/schedule/workers/scheduler.hpp>
#include <string>
#include <vector>

namespace sluice::schedule {

/// Starts nobody: notes who should be started. The test is the thread.
class RecordingHost final : public Host {
public:
  void start(Worker& worker) noexcept override { started.push_back(&worker); }

  [[nodiscard]] bool wants_thread(std::uint32_t) noexcept override {
    ++turns;
    if (on_turn) {
      on_turn();
    }
    return leaves;
  }

  /// The one that was started first and has not been taken yet.
  [[nodiscard]] Worker& take() {
    Worker& first = *started.front();
    started.pop_front();
    return first;
  }

  std::deque<Worker*> started;
  std::uint32_t turns = 0;
  bool leaves = false;
  std::function<void()> on_turn;
};

/// A scheduler with its workers, and jobs that write down when they run.
class Crew final : private IdleListener {
public:
  class Job final : public engine::Runnable {
  public:
    Job(Crew& crew, std::string name, std::function<void()> action)
        : crew_{crew}, name_{std::move(name)}, action_{std::move(action)} {}

    void run() noexcept override {
      crew_.log += name_ + ' ';
      if (action_) {
        action_();
      }
    }
    void hand_back() noexcept override { crew_.log += name_ + "-back "; }

  private:
    Crew& crew_;
    std::string name_;
    std::function<void()> action_;
  };

  explicit Crew(Roster::Index size, Roster::Index spares = 0)
      : links(size + spares), scheduler{host, *this, clock, links, {}, size} {
    for (Roster::Index i = 0; i < size + spares; ++i) {
      staff.push_back(&workers.emplace_back(scheduler, i, size + spares == 1, clock.now()));
    }
    scheduler.staff(staff, size, spare_host);
  }

  Job& job(std::string name, std::function<void()> action = {}) {
    return jobs.emplace_back(*this, std::move(name), std::move(action));
  }

  /// Gives every worker that is started a thread, until nobody is.
  void run_started() {
    while (!host.started.empty()) {
      run_worker(host.take());
    }
  }

  RecordingHost host;
  RecordingHost spare_host;
  engine::ManualClock clock;
  std::vector<Roster::Link> links;
  Scheduler scheduler;
  std::deque<Worker> workers;
  std::vector<Worker*> staff;
  std::deque<Job> jobs;
  std::string log;  ///< what ran and what was handed back, in order
  std::uint32_t idles = 0;
  std::uint32_t stirs = 0;

private:
  void on_idle() noexcept override { ++idles; }
  void on_stir() noexcept override { ++stirs; }
};

}  // namespace sluice::schedule
