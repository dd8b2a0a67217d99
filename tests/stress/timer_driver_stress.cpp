// SPDX-License-Identifier: BSL-1.0
// A driver makes timers fire in real time, on a thread that comes and goes. FR-PLT
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <optional>
#include <semaphore>
#include <set>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/mailboxes.hpp>
#include <sluice/engine/queue/ring_queue.hpp>
#include <sluice/engine/time/timer_wheel.hpp>
#include <sluice/engine/wait/schedule_waker.hpp>
#include <sluice/graph/schedule/timers/timer_driver.hpp>
#include <sluice_test/test.hpp>
#include <string>
#include <thread>
#include <vector>

#include "crowd.hpp"

namespace sluice::stress {
namespace {

using namespace engine;
using schedule::TimerDriver;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::uint32_t setters = 4;
constexpr milliseconds tick{1};

/// A sanitizer adds a thread of its own to the first that is started; so the first is one that does nothing.
void start_the_first_thread() {
  pid_t first = 0;
  std::thread{[&first] { first = gettid(); }}.join();
  while (std::filesystem::exists("/proc/self/task/" + std::to_string(first))) {
    std::this_thread::yield();  // it has ended, and is about to leave
  }
}

[[nodiscard]] std::ptrdiff_t threads_now() {
  static const bool started = (start_the_first_thread(), true);
  (void)started;
  return std::distance(std::filesystem::directory_iterator{"/proc/self/task"}, {});
}

/// Looks every millisecond; a test that waits for longer than this has failed.
template <class Predicate>
[[nodiscard]] bool comes_true(Predicate predicate) {
  for (int i = 0; i < 20'000; ++i) {
    if (predicate()) {
      return true;
    }
    std::this_thread::sleep_for(milliseconds{1});
  }
  return false;
}

/// The steady clock, which counts how often it is read: at least once in every look of a driver.
class CountingClock final : public Clock {
public:
  [[nodiscard]] Instant now() const noexcept override {
    readings.fetch_add(1, std::memory_order_relaxed);
    return clock_.now();
  }
  mutable std::atomic<std::uint32_t> readings{0};

private:
  PlatformClock clock_;
};

struct Machine {
  explicit Machine(Duration linger = TimerDriver::default_linger) : driver{std::in_place, wheel, linger} {}
  [[nodiscard]] Instant in(Duration span) const { return clock.now() + span; }

  CountingClock clock;
  TimerWheel wheel{clock, tick};
  std::optional<TimerDriver> driver;
};

/// A timer that tells its thread when it has fired.
class Alarm {
public:
  void set(Machine& machine, Duration span) {
    deadline_ = machine.in(span);
    clock_ = &machine.clock;
    machine.wheel.set(timer, deadline_, {&Alarm::ring, this});
  }
  void wait() { rung_.acquire(); }
  [[nodiscard]] bool was_early() const { return was_early_; }
  [[nodiscard]] pid_t thread() const { return thread_; }

  Timer timer;

private:
  static void ring(void* context) noexcept {
    auto& self = *static_cast<Alarm*>(context);
    self.was_early_ = self.was_early_ || self.clock_->now() < self.deadline_;
    self.thread_ = ::gettid();
    self.rung_.release();
  }
  const Clock* clock_ = nullptr;
  Instant deadline_{};
  bool was_early_ = false;
  pid_t thread_ = 0;
  std::counting_semaphore<> rung_{0};
};

/// Timers that note the order in which they fire.
class Race {
public:
  static constexpr std::uint32_t runners = 1'000;
  struct Runner {
    Race* race = nullptr;
    Timer timer;
    Instant deadline{};
    std::uint32_t number = 0;  // in the order of the sets
    bool was_early = false;
  };

  /// Sets a quarter of them, at ticks of which many are shared.
  void start(std::uint32_t setter) {
    std::uint32_t random = 2'463'534'242u + setter;
    for (std::uint32_t i = setter; i < runners; i += setters) {
      random ^= random << 13;
      random ^= random >> 17;
      random ^= random << 5;
      Runner& runner = all[i];
      runner.race = this;
      runner.deadline = begin + milliseconds{500} + std::chrono::microseconds{random % 200'000};
      const std::lock_guard lock{numbers_};  // so that there is one order
      runner.number = next_++;
      machine.wheel.set(runner.timer, runner.deadline, {&Race::arrive, &runner});
    }
  }

  /// The order that the wheel promises.
  [[nodiscard]] std::vector<std::uint32_t> expected() const {
    std::vector<const Runner*> sorted;
    for (const Runner& runner : all) {
      sorted.push_back(&runner);
    }
    const auto tick_of = [](const Runner* one) { return std::chrono::ceil<milliseconds>(one->deadline); };
    std::ranges::sort(sorted, {}, [&](const Runner* one) { return std::pair{tick_of(one), one->number}; });
    std::vector<std::uint32_t> numbers;
    for (const Runner* runner : sorted) {
      numbers.push_back(runner->number);
    }
    return numbers;
  }

  Machine machine;
  const Instant begin = machine.clock.now();
  Runner all[runners];
  std::vector<std::uint32_t> arrived;  // not guarded: one thread fires them
  std::binary_semaphore over{0};

private:
  static void arrive(void* context) noexcept {
    auto& runner = *static_cast<Runner*>(context);
    Race& race = *runner.race;
    runner.was_early = race.machine.clock.now() < runner.deadline;
    race.arrived.push_back(runner.number);
    if (race.arrived.size() == runners) {
      race.over.release();
    }
  }
  std::mutex numbers_;
  std::uint32_t next_ = 0;
};

TEST(TimerDriverStress, a_thousand_timers_of_four_threads_fire_in_order_and_none_early) {
  Race race;

  on_threads(setters, [&](std::uint32_t setter) { race.start(setter); });
  ASSERT_LT(race.machine.clock.now(), race.begin + milliseconds{500}) << "the machine is too slow to tell";
  race.over.acquire();

  EXPECT_EQ(race.arrived, race.expected());
  EXPECT_TRUE(std::ranges::none_of(race.all, [](const Race::Runner& runner) { return runner.was_early; }));
}

TEST(TimerDriverStress, an_earlier_timer_overtakes_those_that_the_driver_sleeps_for) {
  Machine machine;
  Alarm last, middle, first;
  last.set(machine, hours{1});
  std::this_thread::sleep_for(milliseconds{20});
  const Instant begin = machine.clock.now();

  middle.set(machine, milliseconds{200});
  std::this_thread::sleep_for(milliseconds{20});
  first.set(machine, milliseconds{10});

  first.wait();
  EXPECT_LT(machine.clock.now(), begin + milliseconds{200}) << "or the machine is too slow to tell";
  middle.wait();
  EXPECT_FALSE(first.was_early() || middle.was_early());
}

TEST(TimerDriverStress, there_is_a_thread_only_while_a_timer_is_set) {
  const std::ptrdiff_t before = threads_now();
  Machine machine{milliseconds{5}};
  EXPECT_EQ(threads_now(), before);

  for (int i = 0; i < 3; ++i) {
    Alarm fires, is_cancelled;
    fires.set(machine, milliseconds{30});
    EXPECT_EQ(threads_now(), before + 1);
    fires.wait();
    EXPECT_TRUE(comes_true([&] { return threads_now() == before; }));
    is_cancelled.set(machine, hours{1});
    EXPECT_EQ(threads_now(), before + 1);
    EXPECT_TRUE(machine.wheel.cancel(is_cancelled.timer));
    EXPECT_TRUE(comes_true([&] { return threads_now() == before; }));
  }
}

TEST(TimerDriverStress, timers_that_are_set_one_after_the_other_share_a_thread) {
  Machine machine{seconds{10}};
  Alarm alarm;
  alarm.set(machine, tick);
  alarm.wait();
  const pid_t thread = alarm.thread();

  for (int i = 0; i < 50; ++i) {
    alarm.set(machine, i % 2 * tick);
    alarm.wait();
    ASSERT_EQ(alarm.thread(), thread);
  }
}

/// The threads of this process, by their entries in the file system.
[[nodiscard]] std::set<std::filesystem::path> thread_folders() {
  std::set<std::filesystem::path> folders;
  for (const auto& entry : std::filesystem::directory_iterator{"/proc/self/task"}) {
    folders.insert(entry.path());
  }
  return folders;
}

/// What the thread has used of a core, in nanoseconds. Not the process: a profiler has threads in it, too.
[[nodiscard]] std::uint64_t used_by(const std::filesystem::path& thread) {
  std::uint64_t used = 0;
  std::ifstream{thread / "schedstat"} >> used;
  return used;
}

TEST(TimerDriverStress, a_far_timer_costs_no_time_until_it_is_cancelled) {
  const std::ptrdiff_t before = threads_now();
  const std::set<std::filesystem::path> others = thread_folders();
  Machine machine;
  Alarm alarm;

  alarm.set(machine, seconds{10});
  std::this_thread::sleep_for(milliseconds{300});
  std::vector<std::uint64_t> used;
  for (const std::filesystem::path& thread : thread_folders()) {
    if (!others.contains(thread)) {
      used.push_back(used_by(thread));
    }
  }
  EXPECT_TRUE(machine.wheel.cancel(alarm.timer));

  EXPECT_LE(machine.clock.readings, 20u);
  ASSERT_FALSE(used.empty());
  EXPECT_LE(std::ranges::min(used), 10'000'000u);  // a profiler may have started threads meanwhile
  EXPECT_TRUE(comes_true([&] { return threads_now() == before; }));
}

/// Sets and cancels timers of its own; what is not cancelled fires.
class Fickle {
public:
  /// Neither fires when the wheel has no driver: then `rests` ends the waiting.
  void act(TimerWheel& wheel, std::uint32_t rounds, std::uint32_t seed, const std::atomic<bool>* rests = nullptr) {
    std::uint32_t random = 2'463'534'242u + seed;
    for (std::uint32_t i = 0; i < rounds; ++i) {
      random ^= random << 13;
      random ^= random >> 17;
      random ^= random << 5;
      is_over_ = false;
      wheel.set(*timer, wheel.clock().now() + std::chrono::microseconds{random % 1'500}, {&Fickle::fire, this});
      ++sets;
      if (random % 16 < 10 || (rests != nullptr && rests->load(std::memory_order_acquire))) {
        cancels += wheel.cancel(*timer) ? 1u : 0u;
        is_over_ = true;
      } else if (random % 16 < 14) {
        yield_until([&] { return is_done() || (rests != nullptr && rests->load(std::memory_order_acquire)); });
        cancels += wheel.cancel(*timer) ? 1u : 0u;
        is_over_ = true;
      } else {
        timer.emplace();  // ends the old one, fired or not
        is_over_ = true;
        ends += is_done() ? 0u : 1u;
      }
    }
  }
  [[nodiscard]] bool is_done() const { return fired.load(std::memory_order_relaxed) + cancels + ends == sets; }

  std::optional<Timer> timer{std::in_place};
  std::uint32_t sets = 0;
  std::uint32_t cancels = 0;
  std::uint32_t ends = 0;
  std::uint32_t late = 0;
  std::atomic<std::uint32_t> fired{0};

private:
  static void fire(void* context) noexcept {
    auto& self = *static_cast<Fickle*>(context);
    self.late += self.is_over_ ? 1u : 0u;
    self.fired.fetch_add(1, std::memory_order_relaxed);
  }
  bool is_over_ = true;  // not atomic: TSan sees a wake that is not ordered before
};

/// With no linger, threads come and go all the time.
TEST(TimerDriverStress, each_set_fires_once_or_is_cancelled) {
  for (const Duration linger : {Duration{}, Duration{std::chrono::microseconds{200}}, Duration{milliseconds{100}}}) {
    Machine machine{linger};
    Fickle fickle[setters];

    on_threads(setters, [&](std::uint32_t setter) { fickle[setter].act(machine.wheel, 500, setter); });

    for (const Fickle& one : fickle) {
      EXPECT_TRUE(one.is_done());
      EXPECT_EQ(one.late, 0u);
    }
    EXPECT_EQ(machine.wheel.size(), 0u);
  }
}

TEST(TimerDriverStress, a_driver_may_end_while_timers_are_set_and_another_one_goes_on) {
  for (int round = 0; round < 100; ++round) {
    Machine machine{round % 2 * tick};
    Fickle fickle[setters];
    Alarm left;
    std::atomic<bool> rests{false};
    left.set(machine, 2 * tick);

    std::jthread crowd{
        [&] { on_threads(setters, [&](std::uint32_t i) { fickle[i].act(machine.wheel, 20, i, &rests); }); }};
    std::this_thread::sleep_for(std::chrono::microseconds{round * 20});
    machine.driver.reset();
    rests.store(true, std::memory_order_release);
    crowd.join();

    for (const Fickle& one : fickle) {
      ASSERT_TRUE(one.is_done());
      ASSERT_EQ(one.late, 0u);
    }
    machine.driver.emplace(machine.wheel);
    left.wait();
  }
}

TEST(TimerDriverStress, nothing_fires_behind_the_destructor) {
  const std::ptrdiff_t before = threads_now();
  Machine machine;
  Alarm alarms[32];
  for (Alarm& alarm : alarms) {
    alarm.set(machine, 5 * tick);
  }

  machine.driver.reset();

  EXPECT_TRUE(comes_true([&] { return threads_now() == before; }));
  const std::uint32_t left = machine.wheel.size();
  std::this_thread::sleep_for(milliseconds{20});
  EXPECT_EQ(machine.wheel.size(), left);
}

using Queue = mailbox::QueueBackend<int, RingQueue>;

/// Waits on an executor for a message of a queue, but not for long.
class Reader final : public ScheduleWaker {
public:
  Reader(Queue& queue, TimerWheel& wheel, Instant deadline)
      : clock_{wheel.clock()},
        deadline_{deadline},
        future_{std::in_place, mailbox::with_deadline(queue.poll_blocking(), wheel, deadline)} {}

  void wait() { is_done_.acquire(); }
  std::optional<mailbox::PollFuture<int>::Output> answer;
  bool was_early = false;

private:
  [[nodiscard]] bool poll(const Waker& waker) noexcept override {
    if (auto found = future_->poll(waker)) {
      answer.emplace(*std::move(found));
      was_early = !answer->has_value() && clock_.now() < deadline_;
      return true;
    }
    return false;
  }
  void on_done() noexcept override {
    future_.reset();
    is_done_.release();
  }

  const Clock& clock_;
  Instant deadline_;
  std::optional<mailbox::Timed<mailbox::PollFuture<int>>> future_;
  std::binary_semaphore is_done_{0};
};

TEST(TimerDriverStress, futures_with_a_deadline_time_out_on_an_executor) {
  constexpr int readers = 32;
  Machine machine;
  Workers workers;
  Queue queue{Overflow::block, 4u};
  std::vector<std::unique_ptr<Reader>> waiting;
  for (int i = 0; i < readers; ++i) {
    waiting.push_back(std::make_unique<Reader>(queue, machine.wheel, machine.in((1 + i % 7) * 5 * tick)));
    waiting.back()->start(workers.executor());
  }

  for (auto& reader : waiting) {
    reader->wait();
  }
  workers.executor().drain();

  for (const auto& reader : waiting) {
    EXPECT_EQ(reader->answer->error().fault(), mailbox::QueueFault::timed_out);
    EXPECT_FALSE(reader->was_early);
  }
  EXPECT_EQ(machine.wheel.size(), 0u);
}

TEST(TimerDriverStress, what_comes_in_time_cancels_the_deadline) {
  const std::ptrdiff_t before = threads_now();
  Machine machine{milliseconds{5}};
  {
    Workers workers;
    Queue queue{Overflow::block, 4u};
    Reader reader{queue, machine.wheel, machine.in(hours{1})};
    reader.start(workers.executor());
    ASSERT_TRUE(comes_true([&] { return machine.wheel.size() == 1; }));

    EXPECT_TRUE(queue.try_offer(7).is_accepted());
    reader.wait();
    workers.executor().drain();

    EXPECT_EQ(reader.answer->value(), 7);
    EXPECT_EQ(machine.wheel.size(), 0u);
  }
  EXPECT_TRUE(comes_true([&] { return threads_now() == before; }));
}

TEST(TimerDriverStress, a_wheel_has_one_driver_at_a_time) {
  sluice_test::expect_broken_promise(
      [] {
        Machine machine;
        const TimerDriver second{machine.wheel};
      },
      "a timer wheel has one watcher at a time");
}

TEST(TimerDriverStress, a_driver_is_not_destroyed_by_a_waker) {
  sluice_test::expect_broken_promise(
      [] {
        Machine machine;
        Timer timer;
        machine.wheel.set(timer, machine.in(tick),
                          {[](void* driver) noexcept { static_cast<std::optional<TimerDriver>*>(driver)->reset(); },
                           &machine.driver});
        std::this_thread::sleep_for(seconds{10});
      },
      "a timer driver is not destroyed by a waker");
}

}  // namespace
}  // namespace sluice::stress
