// SPDX-License-Identifier: BSL-1.0
// Workers that search, steal and fall asleep, while others submit. A lost wake-up is a job that has not run at the end,
// when every worker that was started has been run to its sleep.
#include "modelled_scheduler.hpp"

namespace sluice::model {
namespace {

/// A worker falls asleep while `producers` submit a job each.
template <std::uint32_t workers, std::uint32_t producers>
class InjectAgainstSleep final : public SchedulerScenario<workers> {
public:
  InjectAgainstSleep() {
    for (std::uint32_t i = 0; i < workers; ++i) {
      this->wake();
    }
  }

private:
  std::uint32_t threads() const override { return workers + producers; }
  void thread(std::uint32_t index) override {
    if (index < workers) {
      (void)this->run(index);
    } else {
      require(this->submit(index - workers), "nobody has closed it");
    }
  }
  void finish() override {
    this->require_all_ran();
    this->require_at_rest();
  }
};

/// Everybody sleeps, and two submit: who is started has both.
class InjectTwo final : public SchedulerScenario<2> {
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index < 2) {
      require(submit(index), "nobody has closed it");
    } else {
      (void)run(1);
    }
  }
  void finish() override {
    require_all_ran();
    require_at_rest();
  }
};

/// A worker hangs in its first slice; what others submit is not its own.
class InjectBesideOneThatHangs final : public SchedulerScenario<2> {
public:
  InjectBesideOneThatHangs() { require(submit(0), "nobody has closed it"); }

private:
  void on_run(Job& job) override {
    if (&job == &jobs[0] && Execution::current()->thread() != 0) {
      hang();
    }
  }
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      (void)run(1);
    } else {
      require(submit(1) && submit(2), "nobody has closed it");
    }
  }
  void finish() override { require_all_ran(); }
};

/// A worker submits two and hangs: the older one is in its queue, and another worker falls asleep meanwhile.
class SubmitAgainstSleep final : public SchedulerScenario<2> {
public:
  SubmitAgainstSleep() {
    wake();
    require(submit(0), "nobody has closed it");
  }

private:
  void on_run(Job& job) override {
    if (&job == &jobs[0]) {
      require(submit(1) && submit(2), "nobody has closed it");
      if (Execution::current()->thread() != 0) {
        hang();
      }
    }
  }
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override { (void)run(index); }
  void finish() override {
    run_all();
    require(!jobs[0].ran.get() || jobs[1].ran.get(), "what waits in a queue is found by others");
  }
};

/// A worker has taken three at once and hangs in the first.
class MoreThanOne final : public SchedulerScenario<3> {
public:
  MoreThanOne() { require(submit(0) && submit(1) && submit(2), "nobody has closed it"); }

private:
  void on_run(Job&) override {
    if (Execution::current()->thread() != 0) {
      hang();
    }
  }
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override { (void)run(2 - index); }
  void finish() override { require_all_ran(); }
};

/// Two search at once, and the first to find something hangs.
class TwoSearchers final : public SchedulerScenario<3> {
public:
  TwoSearchers() {
    for (int i = 0; i < 3; ++i) {
      wake();
    }
    require(submit(0), "nobody has closed it");
  }

private:
  void on_run(Job& job) override {
    if (&job == &jobs[0] && Execution::current()->thread() != 0) {
      hang();
    }
  }
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index < 2) {
      (void)run(index);
    } else {
      require(submit(1), "nobody has closed it");
    }
  }
  void finish() override { require_all_ran(); }
};

/// A worker pops what another steals: from its queue, and from its slot.
class StealAgainstPop final : public SchedulerScenario<2> {
public:
  StealAgainstPop() {
    wake();
    require(submit(0), "nobody has closed it");
  }

private:
  void on_run(Job& job) override {
    if (&job == &jobs[0]) {
      require(submit(1) && submit(2) && submit(3), "nobody has closed it");
    }
  }
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override { (void)run(index); }
  void finish() override {
    require_all_ran();
    require_at_rest();
  }
};

/// The slot alone: its owner takes it, displaces it or loses it.
class StealOfTheSlot final : public SchedulerScenario<1> {
public:
  StealOfTheSlot() { require(submit(0), "nobody has closed it"); }

private:
  void on_run(Job& job) override {
    if (&job == &jobs[0]) {
      require(submit(1) && submit(2), "nobody has closed it");
    }
  }
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      (void)run(0);
      return;
    }
    for (int i = 0; i < 2; ++i) {
      if (engine::Runnable* const stolen = staff[0].steal_slot()) {
        stolen->run();
      }
    }
  }
  void finish() override {
    require_all_ran();
    require_at_rest();
  }
};

/// A job submits itself again, alone on its worker; another worker may steal it.
class Yields final : public SchedulerScenario<2> {
public:
  Yields() {
    wake();
    require(submit(0), "nobody has closed it");
  }

private:
  void on_run(Job& job) override {
    if (times.get() < 2) {
      times.set(times.get() + 1);  // a race if it runs twice at once
      job.ran.set(false);
      require(hand_over(job), "nobody has closed it");
    }
  }
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override { (void)run(index); }
  void finish() override {
    require_all_ran();
    require(times.get() == 2, "it ran each time");
    require_at_rest();
  }
  engine::Plain<std::uint32_t> times{0};
};

/// A job submits another one and then itself; the other one hangs.
class YieldsBehindAnother final : public SchedulerScenario<2> {
public:
  YieldsBehindAnother() { require(submit(0), "nobody has closed it"); }

private:
  void on_run(Job& job) override {
    if (&job == &jobs[1] && Execution::current()->thread() != 0) {
      hang();
    } else if (&job == &jobs[0] && !jobs[1].accepted.get()) {
      require(submit(1), "nobody has closed it");
      job.ran.set(false);
      require(hand_over(job), "nobody has closed it");
    }
  }
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override { (void)run(1 - index); }
  void finish() override { require_all_ran(); }
};

/// A worker's queue has overflowed into the backlog, and it hangs: others find that.
class OverflowAgainstSleep final : public SchedulerScenario<2> {
public:
  OverflowAgainstSleep() { wake(); }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      (void)run(1);
      return;
    }
    jobs[0].home = this;
    jobs[0].number.set(1);
    jobs[0].accepted.set(true);
    engine::Runnable* const overflow[1] = {&jobs[0]};
    scheduler.injection().put_back(overflow);
    scheduler.notify();
  }
  void finish() override { require_all_ran(); }
};

/// One looks whether all is done that it has submitted, and all that came of it.
class IdleIsDone final : public SchedulerScenario<2> {
public:
  IdleIsDone() { wake(); }

private:
  void on_run(Job& job) override {
    if (&job == &jobs[0]) {
      require(submit(1), "nobody has closed it");
    }
  }
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      (void)run(1);
      (void)run(0);
      return;
    }
    require(submit(0), "nobody has closed it");
    for (int i = 0; i < 2; ++i) {
      if (scheduler.is_idle()) {
        require(jobs[0].ran.get() && jobs[1].ran.get(), "idle means done");
        return;
      }
    }
  }
  void finish() override {
    require_all_ran();
    require_at_rest();
  }
};

/// The same, with two workers, one of which wakes up while the other falls asleep.
class IdleBesideAnother final : public SchedulerScenario<2> {
public:
  IdleBesideAnother() { require(submit(0), "nobody has closed it"); }

private:
  void on_run(Job& job) override {
    if (&job == &jobs[0]) {
      require(submit(1) && submit(2), "nobody has closed it");
    }
  }
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index < 2) {
      (void)run(1 - index);
    } else if (scheduler.is_idle()) {
      require(jobs[0].ran.get() && jobs[1].ran.get() && jobs[2].ran.get(), "idle means done");
    }
  }
  void finish() override {
    require_all_ran();
    require_at_rest();
  }
};

/// One sleeps until all is done.
class WaitsForIdle final : public SchedulerScenario<2> {
  void on_run(Job& job) override {
    if (&job == &jobs[0]) {
      require(submit(1) && submit(2), "nobody has closed it");
    }
  }
  void on_idle() noexcept override {
    if (waiting.load(std::memory_order_seq_cst) != 0) {  // seq_cst | behind the sleep; partner: the store below
      Execution::current()->pause();
      heard = true;
      Execution::current()->wake(waiter);
    }
  }
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      for (;;) {
        if (!run(0) && !run(1)) {
          host.wait();
        }
      }
    }
    require(submit(0), "nobody has closed it");
    waiter = Execution::current()->thread();
    waiting.store(1, std::memory_order_seq_cst);  // seq_cst | before the look; partner: the load above
    while (!scheduler.is_idle()) {
      while (!heard) {
        Execution::current()->wait(false);  // for ever, if nobody tells it
      }
      heard = false;
    }
    require(jobs[0].ran.get() && jobs[1].ran.get() && jobs[2].ran.get(), "idle means done");
  }
  void finish() override {}
  engine::Atomic<std::uint32_t> waiting{0};
  std::uint32_t waiter = 0;
  bool heard = false;
};

/// The host lets a worker run inside a slice of another one, which hangs in its next slice; a job comes from outside.
class Declines final : public SchedulerScenario<2> {
public:
  Declines() {
    current[0] = &wake();
    require(submit(0) && submit(1) && submit(2), "it has not been told to stop");  // starts the other one as a searcher
    current[0] = nullptr;
  }

private:
  void on_run(Job& job) override {
    if (Execution::current()->thread() == 0) {
      return;
    }
    if (&job == &jobs[0]) {
      decline(0);
    } else if (&job == &jobs[1]) {
      hang();
    }
  }
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      (void)run(1);
    } else {
      require(submit(3), "nobody has closed it");
    }
  }
  void finish() override { require_all_ran(); }
};

/// A worker declined a thread and sleeps with a queue; the last searcher, which did not see it there, falls asleep and
/// finds it in its last look. One asks meanwhile whether all is done.
class SleepsWithWork final : public SchedulerScenario<3> {
public:
  SleepsWithWork() {
    schedule::Worker& occupant = wake();
    current[0] = &wake();
    require(submit(0), "it has not been told to stop");  // starts the third one as a searcher
    current[0] = &occupant;
    decline(1);
    current[0] = nullptr;
    lie_down(2, false);
  }

private:
  void on_run(Job&) override {
    if (Execution::current()->thread() != 0) {
      hang();
    }
  }
  /// As a worker that found nothing.
  schedule::Roster::Rest lie_down(std::uint32_t index, bool searching) {
    require(host.take(index) != nullptr, "it has been started");
    return scheduler.roster().fall_asleep(index, searching);
  }
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      if (lie_down(0, true).nobody_searches && scheduler.has_work()) {
        scheduler.notify();
      }
      (void)run(0);
    } else {
      require(!scheduler.is_idle(), "neither what is queued nor what hangs is done");
    }
  }
  void finish() override {}
};

/// A worker that left is started again, while another one steals from it.
class StartsAgain final : public SchedulerScenario<2> {
public:
  StartsAgain() {
    wake();
    wake();
    current[0] = &staff[1];
    require(submit(0) && submit(1), "it has not been told to stop");
    current[0] = nullptr;
  }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override { (void)run(index); }
  void finish() override {
    require_all_ran();
    require_at_rest();
  }
};

/// During its worker's turn, a task of the host submits something, and does not come back.
class SubmitsInATurn final : public SchedulerScenario<2> {
public:
  SubmitsInATurn() {
    wake();
    wake();
  }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      (void)run(0);
      return;
    }
    current[Execution::current()->thread()] = host.take(1);
    require(submit(0), "it has not been told to stop");
  }
  void finish() override { require_all_ran(); }
};

/// Who finds nobody inside any more, sees all that was done there.
class Deserted final : public SchedulerScenario<1> {
  void on_idle() noexcept override { idles.set(idles.get() + 1); }
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      (void)run(0);
      return;
    }
    require(submit(0), "nobody has closed it");
    for (int i = 0; i < 2; ++i) {
      if (scheduler.is_idle() && scheduler.present() == 0) {
        require(idles.get() == 1, "it was told once that all is done");
        idles.set(0);
        return;
      }
    }
  }
  void finish() override {
    require_all_ran();
    require_at_rest();
  }
  engine::Plain<std::uint32_t> idles{0};
};

constexpr NamedScenario table[] = {
    {"scheduler.inject_against_sleep", "a worker that falls asleep sees the job or is started for it",
     &make_scenario<InjectAgainstSleep<1, 1>>},
    {"scheduler.two_inject_against_sleep", "the same with two producers", &make_scenario<InjectAgainstSleep<1, 2>>},
    {"scheduler.inject_against_two", "the same with two workers", &make_scenario<InjectAgainstSleep<2, 1>>},
    {"scheduler.inject_two", "one worker is started for two jobs, and runs both", &make_scenario<InjectTwo>},
    {"scheduler.inject_beside_one_that_hangs", "what comes later is found by another worker",
     &make_scenario<InjectBesideOneThatHangs>},
    {"scheduler.submit_against_sleep", "what a worker has queued is found by another one",
     &make_scenario<SubmitAgainstSleep>},
    {"scheduler.more_than_one", "who finds more than it runs wakes another one", &make_scenario<MoreThanOne>},
    {"scheduler.two_searchers", "what the one leaves the other finds", &make_scenario<TwoSearchers>},
    {"scheduler.steal_against_pop", "each job runs once, here or there", &make_scenario<StealAgainstPop>},
    {"scheduler.steal_of_the_slot", "what is in the slot runs once", &make_scenario<StealOfTheSlot>},
    {"scheduler.yields", "a job that submits itself runs again, once", &make_scenario<Yields>},
    {"scheduler.yields_behind_another", "who submits itself behind another one does not wait for that",
     &make_scenario<YieldsBehindAnother>},
    {"scheduler.overflow_against_sleep", "what has overflowed is found", &make_scenario<OverflowAgainstSleep>},
    {"scheduler.idle_is_done", "who finds it idle finds its job done", &make_scenario<IdleIsDone>},
    {"scheduler.idle_beside_another", "nobody finds it idle between two workers", &make_scenario<IdleBesideAnother>},
    {"scheduler.waits_for_idle", "who waits is told", &make_scenario<WaitsForIdle>},
    {"scheduler.declines", "a worker that declines loses nothing", &make_scenario<Declines>},
    {"scheduler.sleeps_with_work", "it is not idle while a sleeper's queue is not empty",
     &make_scenario<SleepsWithWork>},
    {"scheduler.starts_again", "a worker that left goes on where it was", &make_scenario<StartsAgain>},
    {"scheduler.submits_in_a_turn", "what is submitted in a host's turn does not wait for its end",
     &make_scenario<SubmitsInATurn>},
    {"scheduler.deserted", "who is the last one inside has done all", &make_scenario<Deserted>},
};

}  // namespace

std::span<const NamedScenario> scheduler_scenarios() { return table; }

}  // namespace sluice::model
