// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstdint>
#include <sluice/engine/clock.hpp>
#include <sluice/graph/schedule/workers/scheduler.hpp>
#include <sluice_model/scenarios.hpp>

namespace sluice::model {

/// Threads that come late: a worker that is started is a token, until a thread of the scenario or its end runs it.
class TokenHost final : public schedule::Host {
public:
  void start(schedule::Worker& worker) noexcept override {
    Execution& execution = *Execution::current();
    execution.pause();
    require(tokens_[worker.index()] == nullptr, "a worker is started once, until it sleeps again");
    tokens_[worker.index()] = &worker;
    execution.publish(handed_over_[worker.index()]);
    execution.let_yielders_go_on();
    if (server_ != 0) {
      execution.wake(server_);
    }
  }

  [[nodiscard]] bool wants_thread(std::uint32_t) noexcept override { return false; }

  /// The worker with this index, if it waits for a thread: the caller's then.
  [[nodiscard]] schedule::Worker* take(std::uint32_t index) {
    Execution& execution = *Execution::current();
    execution.pause();
    schedule::Worker* const worker = tokens_[index];
    tokens_[index] = nullptr;
    execution.receive(handed_over_[index]);
    return worker;
  }

  /// This thread has none to run; it goes on when one is started, and may stay for ever.
  void wait() {
    server_ = Execution::current()->thread();
    Execution::current()->wait(true);
  }

private:
  std::array<schedule::Worker*, 4> tokens_{};
  std::array<VectorClock, 4> handed_over_;
  std::uint32_t server_ = 0;
};

/// A scheduler with a few workers and jobs, on threads that come late.
template <std::uint32_t workers>
class SchedulerScenario : public Scenario, protected schedule::IdleListener {
protected:
  static constexpr std::uint32_t most_jobs = 6;

  /// Run once or handed back once, or neither if nobody accepted it.
  struct Job final : engine::Runnable {
    void run() noexcept override {
      require(number.get() != 0, "who runs it sees it");
      require(!ran.get() && !returned.get(), "each runs once");
      ran.set(true);
      home->on_run(*this);
    }
    void hand_back() noexcept override {
      require(number.get() != 0, "who gives it back sees it");
      require(!ran.get() && !returned.get(), "what ran is not handed back, nor twice");
      returned.set(true);
    }
    SchedulerScenario* home = nullptr;
    engine::Plain<std::uint32_t> number{0};  // 1 + its place; written before it is submitted
    engine::Plain<bool> ran{false};
    engine::Plain<bool> returned{false};
    engine::Plain<bool> accepted{false};
  };

  SchedulerScenario() : SchedulerScenario(std::make_integer_sequence<std::uint32_t, workers>{}) {}

  /// What job does besides; on the worker that runs it.
  virtual void on_run(Job&) {}
  void on_idle() noexcept override {}

  /// As `HostedExecutor::submit`: into the worker that this thread is, or from outside.
  bool submit(std::uint32_t number) {
    Job& job = jobs[number];
    job.home = this;
    job.number.set(number + 1);
    job.accepted.set(true);
    return hand_over(job);
  }
  bool hand_over(Job& job) {
    schedule::Worker* const worker = current[Execution::current()->thread()];
    return worker != nullptr ? worker->submit(job) : scheduler.inject(job);
  }

  /// In the constructor: one more worker is awake, has nothing, and waits for a thread; as one that left.
  schedule::Worker& wake() {
    const auto index = scheduler.roster().recruit();
    require(index.has_value(), "somebody sleeps");
    (void)scheduler.roster().end_search();
    scheduler.restart(staff[*index]);
    return staff[*index];
  }

  /// Runs the worker, if it waits for a thread.
  bool run(std::uint32_t index) {
    schedule::Worker* const worker = host.take(index);
    if (worker == nullptr) {
      return false;
    }
    run(*worker);
    return true;
  }
  void run(schedule::Worker& worker) {
    schedule::Worker*& here = current[Execution::current()->thread()];
    here = &worker;
    const schedule::Worker::End end = worker.work(false);
    here = nullptr;
    if (end == schedule::Worker::End::leave) {
      scheduler.restart(worker);
    }
    scheduler.leave();
  }
  /// In a slice: as `run`, but the thread is another worker's.
  void decline(std::uint32_t index) {
    if (schedule::Worker* const worker = host.take(index)) {
      worker->decline(*current[Execution::current()->thread()]);
      scheduler.leave();
    }
  }

  /// Runs whoever is started, until nobody is.
  void run_all() {
    for (bool again = true; again;) {
      again = false;
      for (std::uint32_t i = 0; i < workers; ++i) {
        again = run(i) || again;
      }
    }
  }

  /// A slice that does not come back.
  static void hang() { Execution::current()->wait(true); }

  /// At the end: what was accepted ran, on the threads or now.
  void require_all_ran() {
    run_all();
    for (Job& job : jobs) {
      require(job.ran.get() || !job.accepted.get(), "what was submitted runs");
    }
  }
  /// At the end, when nobody hangs.
  void require_at_rest() {
    require(scheduler.is_idle(), "when all is done, the scheduler is idle");
    require(scheduler.present() == 0, "who has left has left");
  }

  TokenHost host;
  engine::ManualClock clock;
  schedule::Roster::Link links[workers];
  schedule::Scheduler scheduler{host, *this, clock, links, {1, 0, 0}};
  std::array<schedule::Worker, workers> staff;
  std::array<schedule::Worker*, workers> addresses{};
  std::array<schedule::Worker*, 8> current{};  // by thread
  Job jobs[most_jobs];

private:
  template <std::uint32_t... index>
  explicit SchedulerScenario(std::integer_sequence<std::uint32_t, index...>)
      : staff{schedule::Worker{scheduler, index, false, clock.now()}...}, addresses{&staff[index]...} {
    scheduler.staff(addresses);
  }
};

}  // namespace sluice::model
