// SPDX-License-Identifier: BSL-1.0
// A scheduler is closed and stopped while its workers work: what was accepted runs or is handed back, once.
#include "modelled_scheduler.hpp"

namespace sluice::model {
namespace {

template <std::uint32_t workers>
class ShutdownScenario : public SchedulerScenario<workers> {
protected:
  void shut_down() {
    this->scheduler.close();
    this->scheduler.stop();
    this->scheduler.hand_back_all();
  }
  /// As `submit`; what is refused is nobody's.
  void offer(std::uint32_t number) {
    if (!this->submit(number)) {
      this->jobs[number].accepted.set(false);
    }
  }
  void finish() override {
    this->run_all();
    std::uint32_t returned = 0;
    for (auto& job : this->jobs) {
      require(job.accepted.get() == (job.ran.get() || job.returned.get()), "what was accepted runs or is handed back");
      returned += job.returned.get() ? 1u : 0u;
    }
    require(this->scheduler.handed_back() == returned, "what is handed back is counted");
    this->require_at_rest();
  }
};

/// A worker submits to itself while it is stopped.
class StopAgainstSubmit final : public ShutdownScenario<1> {
public:
  StopAgainstSubmit() { offer(0); }

private:
  void on_run(Job& job) override {
    if (&job == &jobs[0]) {
      offer(1);
      offer(2);
      offer(3);
    }
  }
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override { index == 0 ? (void)run(0) : shut_down(); }
};

/// A worker does not come back from its slice: what it has queued is handed back by who stops it.
class StopBesideOneThatHangs final : public ShutdownScenario<1> {
public:
  StopBesideOneThatHangs() { offer(0); }

private:
  void on_run(Job& job) override {
    if (&job == &jobs[0] && Execution::current()->thread() != 0) {
      offer(1);
      offer(2);
      hangs.store(1, std::memory_order_release);  // release | what it has done, to the acquire below
      hang();
    }
  }
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      (void)run(0);
      return;
    }
    while (hangs.load(std::memory_order_acquire) == 0) {  // acquire | from the release above
      engine::spin_hint();
    }
    shut_down();
  }
  void finish() override {
    require(jobs[1].returned.get() && jobs[2].returned.get(), "what does not run is handed back");
    require(scheduler.handed_back() == 2, "and counted");
  }
  engine::Atomic<std::uint32_t> hangs{0};
};

/// A worker steals from another one, which waits for a thread, while both are stopped.
class StopAgainstSteal final : public ShutdownScenario<2> {
public:
  StopAgainstSteal() {
    wake();
    wake();
    current[0] = &staff[1];
    offer(0);
    offer(1);
    current[0] = nullptr;
  }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override { index == 0 ? (void)run(0) : shut_down(); }
};

/// Somebody submits from outside, and a worker is about to fall asleep or to take it.
class StopAgainstInject final : public ShutdownScenario<1> {
public:
  StopAgainstInject() { wake(); }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      (void)run(0);
    } else if (index == 1) {
      offer(0);
    } else {
      shut_down();
    }
  }
};

/// A worker that has not seen that it is stopped puts something into the backlog, behind who hands all back.
class StopAgainstOverflow final : public ShutdownScenario<1> {
public:
  StopAgainstOverflow() { wake(); }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 1) {
      shut_down();
      return;
    }
    schedule::Worker& worker = *host.take(0);
    jobs[0].home = this;
    jobs[0].number.set(1);
    jobs[0].accepted.set(true);
    engine::Runnable* const overflow[1] = {&jobs[0]};
    scheduler.injection().put_back(overflow);  // as in the middle of its slice
    run(worker);
  }
};

/// It is closed, and what is there still runs: also what who closes it has in its hands.
class CloseAgainstSleep final : public ShutdownScenario<2> {
public:
  CloseAgainstSleep() { wake(); }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      (void)run(1);
    } else if (index == 1) {
      offer(0);
    } else {
      scheduler.close();
    }
  }
  void finish() override {
    ShutdownScenario::finish();
    require(!jobs[0].returned.get(), "what was accepted before the end runs");
  }
};

/// One waits for its job while another one closes.
class CloseAgainstIdle final : public ShutdownScenario<1> {
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      (void)run(0);
    } else if (index == 1) {
      offer(0);
      if (jobs[0].accepted.get() && scheduler.is_idle()) {
        require(jobs[0].ran.get(), "idle means done");
      }
    } else {
      scheduler.close();
    }
  }
};

constexpr NamedScenario table[] = {
    {"shutdown.stop_against_submit", "what a worker submits to itself is not stranded",
     &make_scenario<StopAgainstSubmit>},
    {"shutdown.stop_beside_one_that_hangs", "what is queued behind a slice that hangs is handed back",
     &make_scenario<StopBesideOneThatHangs>},
    {"shutdown.stop_against_steal", "what is stolen meanwhile is not stranded", &make_scenario<StopAgainstSteal>},
    {"shutdown.stop_against_inject", "what comes from outside runs, is handed back or is refused",
     &make_scenario<StopAgainstInject>},
    {"shutdown.stop_against_overflow", "what overflows meanwhile is not stranded", &make_scenario<StopAgainstOverflow>},
    {"shutdown.close_against_sleep", "what was accepted before the end runs", &make_scenario<CloseAgainstSleep>},
    {"shutdown.close_against_idle", "what is on its way inside counts", &make_scenario<CloseAgainstIdle>},
};

}  // namespace

std::span<const NamedScenario> shutdown_scenarios() { return table; }

}  // namespace sluice::model
