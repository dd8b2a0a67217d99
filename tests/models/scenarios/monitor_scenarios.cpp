// SPDX-License-Identifier: BSL-1.0
// The monitor's sleep, spare workers that come and go, slices that block, and hosts that have no thread.
#include <sluice/graph/schedule/monitor/vigil.hpp>

#include "modelled_scheduler.hpp"

namespace sluice::model {
namespace {

/// One regular worker, and one that is spare; both are started by the same host.
class SpareScenario : public SchedulerScenario<2> {
protected:
  SpareScenario() {
    require(scheduler.roster().discharge(1), "all sleep at first");
    scheduler.staff(addresses, 1, host);
  }
  schedule::Worker& spare() { return staff[1]; }
  /// As `Spares` does.
  void join() {
    scheduler.engage(2);
    scheduler.join(spare());
  }
  /// Until it is gone; only if nobody needs it.
  void dismiss() {
    for (int i = 0; i < 2; ++i) {
      if (scheduler.dismiss(spare())) {
        is_gone.set(true);
        require(host.take(1) == nullptr, "who is gone has not been started");
        scheduler.engage(1);
        return;
      }
    }
  }
  engine::Plain<bool> is_gone{false};
};

/// The only worker hangs; a spare one joins while a job comes.
class JoinAgainstInject final : public SpareScenario {
public:
  JoinAgainstInject() { require(submit(0), "nobody has closed it"); }

private:
  void on_run(Job& job) override {
    if (&job == &jobs[0]) {
      is_stuck.store(1, std::memory_order_relaxed);
      hang();
    }
  }
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      (void)run(0);
    } else if (index == 1) {
      join();
    } else {
      require(submit(1), "nobody has closed it");
    }
  }
  void finish() override {
    if (is_stuck.load(std::memory_order_relaxed) != 0) {
      (void)run(1);
      require(jobs[1].ran.get(), "a spare worker runs what the others do not");
    }
  }
  engine::Atomic<std::uint32_t> is_stuck{0};
};

/// A spare worker that sleeps is sent away while a job comes: the regular one, who sleeps below it, is woken.
class DismissAgainstInject final : public SpareScenario {
public:
  DismissAgainstInject() { join(); }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      dismiss();
    } else {
      require(submit(0), "nobody has closed it");
    }
  }
  void finish() override {
    require_all_ran();
    if (!is_gone.get()) {
      dismiss();
    }
    require(is_gone.get(), "who has nothing to do leaves");
    require_at_rest();
  }
};

/// A spare worker is sent away while it works, finds nothing and falls asleep.
class DismissAgainstWork final : public SpareScenario {
public:
  DismissAgainstWork() {
    join();
    require(submit(0) && submit(1), "nobody has closed it");
  }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      (void)run(1);
    } else {
      dismiss();
    }
  }
  void finish() override {
    require_all_ran();
    if (!is_gone.get()) {
      dismiss();
    }
    require(is_gone.get() && !spare().has_queue(), "who leaves leaves nothing behind");
    if (spare().has_departed()) {
      join();  // it is nobody's, and can be used again
      require(submit(2), "nobody has closed it");
      require_all_ran();
    }
    require_at_rest();
  }
};

/// A spare worker is told to leave before it begins: whatever it finds or leaves, it is not on the roster afterwards.
class LeavesByItself final : public SpareScenario {
public:
  LeavesByItself() {
    join();
    require(submit(0), "nobody has closed it");
    spare().end_membership();
  }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      (void)run(1);
    } else {
      require(submit(1), "nobody has closed it");
    }
  }
  void finish() override {
    require_all_ran();
    require(spare().has_departed(), "who is to leave does not sleep there");
    require_at_rest();
  }
};

/// The regular worker is about to sleep as the last searcher, while who would be woken instead is sent away.
class DismissAgainstSleep final : public SpareScenario {
public:
  DismissAgainstSleep() {
    wake();
    join();
  }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      (void)run(0);
    } else if (index == 1) {
      dismiss();
    } else {
      require(submit(0), "nobody has closed it");
    }
  }
  void finish() override { require_all_ran(); }
};

/// A slice has submitted something and blocks: another worker falls asleep meanwhile, or takes it. `tells`: what it
/// submits while it blocks, too.
template <bool tells>
class BlocksAgainstSleep final : public SchedulerScenario<2> {
public:
  BlocksAgainstSleep() {
    this->wake();
    require(this->submit(0), "nobody has closed it");
  }

private:
  void on_run(typename SchedulerScenario<2>::Job& job) override {
    if (&job != &this->jobs[0]) {
      return;
    }
    schedule::Worker& worker = *this->current[Execution::current()->thread()];
    require(this->submit(1), "nobody has closed it");
    require(worker.begin_block(), "it runs something");
    require(!tells || this->submit(2), "nobody has closed it");
    if (Execution::current()->thread() != 0) {
      this->hang();
    }
    worker.end_block();
  }
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override { (void)this->run(index); }
  void finish() override { this->require_all_ran(); }
};

/// The same, and it comes back: what others take it does not run, and what they leave it does.
class BlocksAndReturns final : public SchedulerScenario<2> {
public:
  BlocksAndReturns() {
    wake();
    require(submit(0), "nobody has closed it");
  }

private:
  void on_run(Job& job) override {
    if (&job == &jobs[0]) {
      schedule::Worker& worker = *current[Execution::current()->thread()];
      require(submit(1), "nobody has closed it");
      require(worker.begin_block() && !worker.begin_block(), "it blocks once");
      worker.end_block();
      require(submit(2), "nobody has closed it");
    }
  }
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override { (void)run(index); }
  void finish() override {
    require_all_ran();
    require(scheduler.blocked() == 0, "it does not block any more");
    require_at_rest();
  }
};

/// A worker that was woken gets its thread at last, or is relieved of its search, or both.
class RelievedOrThere final : public SchedulerScenario<2> {
public:
  RelievedOrThere() { require(submit(0), "nobody has closed it"); }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      (void)run(1);
    } else if (index == 1) {
      scheduler.relieve(staff[1]);
    } else {
      require(submit(1), "nobody has closed it");
    }
  }
  void finish() override {
    require_all_ran();
    require(scheduler.roster().look().searching() == 0, "each search ends once");
    require_at_rest();
  }
};

/// The host never gives the first worker a thread: it is relieved, and another one is started.
class NoThread final : public SchedulerScenario<2> {
public:
  NoThread() { require(submit(0), "nobody has closed it"); }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      scheduler.relieve(staff[1]);
    } else {
      require(submit(1), "nobody has closed it");
    }
  }
  void finish() override {
    require(run(0), "another one is started in its place");
    require(jobs[0].ran.get() && jobs[1].ran.get(), "nothing waits for the host");
  }
};

/// The monitor goes to sleep while a worker is woken: it looks, or is told.
class MonitorSleeps final : public SchedulerScenario<1> {
  void on_stir() noexcept override {
    Execution::current()->pause();
    is_told = true;
  }
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      scheduler.vigil().lie_down();
      if (scheduler.roster().look().awake() != 0) {
        (void)scheduler.vigil().get_up();
        watches = true;
      }
    } else {
      require(submit(0), "nobody has closed it");
    }
  }
  void finish() override {
    require(watches || is_told, "nobody works unwatched");
    require_all_ran();
  }
  bool watches = false;
  bool is_told = false;
};

/// The last worker falls asleep and is its own successor; the monitor has gone to sleep in between.
class MonitorSleepsInBetween final : public SchedulerScenario<1> {
public:
  MonitorSleepsInBetween() { wake(); }

private:
  void on_stir() noexcept override {
    Execution::current()->pause();
    is_told = true;
  }
  void on_run(Job&) override {
    if (Execution::current()->thread() != 0) {
      hang();
    }
  }
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      (void)run(0);
    } else if (index == 1) {
      scheduler.vigil().lie_down();
      if (scheduler.roster().look().awake() != 0) {
        (void)scheduler.vigil().get_up();
        watches = true;
      }
    } else {
      require(submit(0), "nobody has closed it");
    }
  }
  void finish() override {
    const bool works = scheduler.roster().look().awake() != 0;
    require(!works || watches || is_told, "nobody works unwatched");
    run_all();
  }
  bool watches = false;
  bool is_told = false;
};

/// Two wake the monitor: one of them has to.
class TwoStir final : public Scenario {
public:
  TwoStir() { vigil.lie_down(); }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t) override {
    if (vigil.stir()) {
      calls.set(calls.get() + 1);  // a race if both do
    }
  }
  void finish() override { require(calls.get() == 1, "it is woken once"); }
  schedule::Vigil vigil;
  engine::Plain<std::uint32_t> calls{0};
};

constexpr NamedScenario table[] = {
    {"monitor.join_against_inject", "a spare worker sees the job or is started for it",
     &make_scenario<JoinAgainstInject>},
    {"monitor.dismiss_against_inject", "while a spare worker is sent away, others are woken",
     &make_scenario<DismissAgainstInject>},
    {"monitor.dismiss_against_work", "a spare worker leaves nothing behind", &make_scenario<DismissAgainstWork>},
    {"monitor.leaves_by_itself", "a spare worker that is to leave does so when it finds nothing",
     &make_scenario<LeavesByItself>},
    {"monitor.dismiss_against_sleep", "nobody falls asleep between the two", &make_scenario<DismissAgainstSleep>},
    {"monitor.blocks_against_sleep", "what waits behind a slice that blocks is found",
     &make_scenario<BlocksAgainstSleep<false>>},
    {"monitor.tells_while_it_blocks", "and what it tells meanwhile", &make_scenario<BlocksAgainstSleep<true>>},
    {"monitor.blocks_and_returns", "what waits behind it runs once", &make_scenario<BlocksAndReturns>},
    {"monitor.relieved_or_there", "each search ends once", &make_scenario<RelievedOrThere>},
    {"monitor.no_thread", "others look for work in the place of one that has no thread", &make_scenario<NoThread>},
    {"monitor.sleeps", "nobody works unwatched", &make_scenario<MonitorSleeps>},
    {"monitor.sleeps_in_between", "nor who was idle for a moment", &make_scenario<MonitorSleepsInBetween>},
    {"monitor.two_stir", "the monitor is woken once", &make_scenario<TwoStir>},
};

}  // namespace

std::span<const NamedScenario> monitor_scenarios() { return table; }

}  // namespace sluice::model
