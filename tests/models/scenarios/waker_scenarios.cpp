// SPDX-License-Identifier: BSL-1.0
// What is polled, and who wakes it.
#include <optional>
#include <sluice/engine/async_mutex.hpp>
#include <sluice/engine/share_count.hpp>
#include <sluice/engine/wait/schedule_waker.hpp>
#include <sluice_model/executor.hpp>
#include <sluice_model/scenarios.hpp>

namespace sluice::model {
namespace {

void count(engine::Plain<std::uint32_t>& counter) { counter.set(counter.get() + 1); }

/// Waits until `wanted` events have come. The counts are `Plain`: two threads in it at once are a data race.
class EventTask final : public engine::ScheduleWaker {
public:
  explicit EventTask(std::uint32_t wanted) : wanted_{wanted} {}

  /// One more event comes; only the wake or the stop that follows orders it.
  void happen_silently() { events_.fetch_add(1, std::memory_order_relaxed); }
  /// One more event comes, and wakes.
  void happen() {
    happen_silently();
    waker().wake();
  }

  [[nodiscard]] std::uint32_t polls() const { return polls_.get(); }
  [[nodiscard]] std::uint32_t ends() const { return ends_.get(); }
  [[nodiscard]] std::uint32_t rejections() const { return rejections_.get(); }
  /// How many events the last poll or rejection knew of.
  [[nodiscard]] std::uint32_t known() const { return known_.get(); }

private:
  [[nodiscard]] bool poll(const engine::Waker&) noexcept override {
    count(polls_);
    learn();
    return known_.get() == wanted_;
  }
  void on_done() noexcept override {
    count(ends_);
    learn();
  }
  void on_rejected() noexcept override {
    count(rejections_);
    learn();
  }
  void learn() { known_.set(events_.load(std::memory_order_relaxed)); }

  std::uint32_t wanted_;
  engine::Atomic<std::uint32_t> events_{0};
  engine::Plain<std::uint32_t> polls_;
  engine::Plain<std::uint32_t> ends_;
  engine::Plain<std::uint32_t> rejections_;
  engine::Plain<std::uint32_t> known_;
};

/// The last threads are workers.
template <std::uint32_t Others, std::uint32_t Workers>
class WakerScenario : public Scenario {
public:
  [[nodiscard]] std::uint32_t threads() const final { return Others + Workers; }
  void thread(std::uint32_t index) final {
    if (index < Others) {
      act(index);
    } else {
      executor.work();
    }
  }

protected:
  virtual void act(std::uint32_t index) = 0;
  ModelExecutor executor;
};

/// The first poll is under way when the event comes.
class WakeAgainstEndOfPoll final : public WakerScenario<1, 1> {
public:
  WakeAgainstEndOfPoll() { task.start(executor); }

private:
  void act(std::uint32_t) override { task.happen(); }
  void finish() override {
    require(task.ends() == 1, "a wake is lost at the end of a poll");
    require(task.polls() <= 2, "it is polled once per wake");
  }
  EventTask task{1};
};

/// Two events, and workers enough to poll twice at once.
class TwoWakers final : public WakerScenario<2, 2> {
public:
  TwoWakers() { task.start(executor); }

private:
  void act(std::uint32_t) override { task.happen(); }
  void finish() override {
    require(task.known() == 2 && task.ends() == 1, "a wake is lost beside another");
    require(executor.submissions() <= 3, "it is submitted once per wake");
  }
  EventTask task{2};
};

/// It is over with the first event; the wakes of the others come late.
class WakeAfterDone final : public WakerScenario<2, 2> {
public:
  WakeAfterDone() { task.start(executor); }

private:
  void act(std::uint32_t index) override {
    if (index == 0) {
      task.happen();
    } else {
      task.waker().wake();
    }
  }
  void finish() override {
    require(task.ends() == 1, "it ends once");
    const std::uint32_t before = executor.submissions();
    task.waker().wake();
    require(executor.submissions() == before, "what is done is not submitted");
  }
  EventTask task{1};
};

/// Waits for a lock. Whoever drops it last, its owner or its own end, destroys it.
class LockTask final : public engine::ScheduleWaker {
public:
  explicit LockTask(AsyncMutex<int>& mutex) : future_{mutex.lock()} { owners_.add(); }

  void drop() noexcept {
    if (owners_.drop_last()) {
      this->~LockTask();
    }
  }

private:
  ~LockTask() = default;
  [[nodiscard]] bool poll(const engine::Waker& waker) noexcept override { return future_.poll(waker).has_value(); }
  void on_done() noexcept override { drop(); }

  engine::AtomicCount owners_;
  AsyncMutex<int>::LockFuture future_;
};

/// A lock is given to a task that is being stopped, and destroyed.
class WakeAgainstDestruction final : public WakerScenario<2, 1> {
public:
  WakeAgainstDestruction() {
    owner.emplace(*mutex.lock().poll({}));
    task->start(executor);
  }

private:
  void act(std::uint32_t index) override {
    if (index == 0) {
      owner.reset();
    } else {
      task->stop();
      task->drop();
    }
  }
  void finish() override { require(mutex.lock().poll({}).has_value(), "who is destroyed passes its right on"); }
  AsyncMutex<int> mutex;
  std::optional<AsyncMutex<int>::Guard> owner;
  LockTask* task = ::new (Execution::current()->allocate(sizeof(LockTask), alignof(LockTask), true)) LockTask{mutex};
};

/// A stop comes while it is idle, submitted or polled.
class StopAgainstWake final : public WakerScenario<2, 1> {
public:
  StopAgainstWake() { task.start(executor); }

private:
  void act(std::uint32_t index) override {
    if (index == 0) {
      task.waker().wake();
    } else {
      task.stop();
    }
  }
  void finish() override { require(task.ends() == 1, "what is stopped ends once"); }
  EventTask task{1};
};

constexpr std::uint32_t all_attempts = 1 + engine::ScheduleWaker::submit_retries;

/// Two events come to an idle task; the first submissions are refused, and perhaps the second event comes meanwhile.
class WakeAgainstRejection final : public WakerScenario<2, 1> {
public:
  WakeAgainstRejection() { task.start(picky); }

private:
  void act(std::uint32_t) override { task.happen(); }
  void finish() override {
    require(task.known() == 2, "a wake is neither polled for nor told as rejected");
    require(task.rejections() + task.polls() >= 2, "the last refusal is told");
    const std::uint32_t before = executor.submissions();
    if (task.ends() == 0) {
      task.waker().wake();
      require(executor.submissions() == before + 1, "a later wake tries again");
      task.run();
    }
  }
  PickyExecutor picky{executor, 2 * all_attempts};  // those of `start`, and of one event
  EventTask task{2};
};

/// A stop comes while a wake is refused as often as it is tried.
class StopAgainstRejection final : public WakerScenario<2, 1> {
public:
  StopAgainstRejection() { task.start(picky); }

private:
  void act(std::uint32_t index) override {
    if (index == 0) {
      task.waker().wake();
    } else {
      task.happen_silently();
      task.stop();
    }
  }
  void finish() override {
    require(task.known() == 1, "a stop is followed neither by the end nor by a rejection");
    if (task.ends() == 0) {
      task.stop();
    }
    require(task.ends() == 1, "the next stop ends it");
  }
  PickyExecutor picky{executor, 2 * all_attempts};  // those of `start`, and of the wake
  EventTask task{2};
};

constexpr NamedScenario table[] = {
    {"waker.against_end_of_poll", "a wake during a poll leads to another", &make_scenario<WakeAgainstEndOfPoll>},
    {"waker.two_wakers", "two wakes submit once, and polls take turns", &make_scenario<TwoWakers>},
    {"waker.after_done", "what is done ignores wakes", &make_scenario<WakeAfterDone>},
    {"waker.against_destruction", "no wake comes after the future's end", &make_scenario<WakeAgainstDestruction>},
    {"waker.stop_against_wake", "what is stopped ends once", &make_scenario<StopAgainstWake>},
    {"waker.against_rejection", "a wake is followed by a poll or told as rejected",
     &make_scenario<WakeAgainstRejection>},
    {"waker.stop_against_rejection", "a stop ends it, or a rejection tells later",
     &make_scenario<StopAgainstRejection>},
};

}  // namespace

std::span<const NamedScenario> waker_scenarios() { return table; }

}  // namespace sluice::model
