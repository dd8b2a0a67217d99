// SPDX-License-Identifier: BSL-1.0
//
// Two mailboxes block every worker again and again; how long others wait, with a monitor and without.
#include <sluice/profiling/bench/mailbox/mailbox_workloads.hpp>

#include <sluice/profiling/bench/mailbox/stage.hpp>
#include <sluice/profiling/bench/mailbox/tell.hpp>
#include <sluice/profiling/bench/statistics.hpp>
#include <sluice/profiling/bench/thread_usage.hpp>
#include <sluice/profiling/bench/verify.hpp>

#include <algorithm>
#include <thread>

namespace sluice::bench {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr std::uint32_t blocker_count = 2;
constexpr std::uint32_t other_count = 100;

/// Blocks its thread, and does so again until its cell is closed.
class Blocker final : public Role {
public:
  Finish* begun = nullptr;
  std::chrono::milliseconds time{};

private:
  void handle(engine::Envelope& envelope) noexcept override {
    if (message_in<std::int64_t>(envelope) == 1) {
      begun->arrive();
    }
    std::this_thread::sleep_for(time);
    tell(self(), message_in<std::int64_t>(envelope) + 1);
  }
};

/// 50 ms, and less in tests.
std::chrono::milliseconds blocking_time(std::uint64_t shrink_by) {
  return std::clamp<std::chrono::milliseconds>(2'500ms / shrink_by, 1ms, 50ms);
}

struct Question {
  Clock::time_point told;
  std::uint64_t number;
  Finish* finish;
};

/// Has little to do.
class Other final : public Role {
public:
  Tally tally;
  std::vector<double> waits;  ///< in nanoseconds

private:
  void handle(engine::Envelope& envelope) noexcept override {
    const Question question = message_in<Question>(envelope);
    if (question.number != 0) {
      waits.push_back(static_cast<double>((Clock::now() - question.told).count()));
      tally.add(question.number);
    }
    question.finish->arrive();
  }
};

struct Findings {
  std::uint64_t verified = 0;
  double p99 = 0;          ///< milliseconds
  double monitor_cpu = 0;  ///< percent
};

/// One question per millisecond, to one after the other; nobody waits for answers.
void ask(std::vector<Other>& others, std::uint64_t questions, Finish& finish) {
  const Clock::time_point begin = Clock::now();
  for (std::uint64_t number = 1; number <= questions; ++number) {
    std::this_thread::sleep_until(begin + number * 1ms);
    tell(others[number % other_count].self(), Question{Clock::now(), number, &finish});
  }
}

/// Of both ways only the steady state is measured: with a monitor a spare worker has to be hired, without one it takes
/// many slices until a worker knows that they are long.
void wait_for_first(Other& other) {
  Finish finish;
  tell(other.self(), Question{Clock::now(), 0, &finish});
  (void)finish.wait();
}

Findings measure(const RunOptions& options) {
  const std::uint64_t questions = options.shrunk(2'000);
  Finish finish{static_cast<std::uint32_t>(questions)};
  Finish begun{blocker_count};
  std::vector<Other> others(other_count);
  std::vector<Blocker> blockers(blocker_count);
  Stage stage{options, {.throughput = 1}};  // or a slice would be as many messages of 50 ms
  stage.open_all(others);
  stage.open_all(blockers);
  for (Blocker& blocker : blockers) {
    blocker.begun = &begun;
    blocker.time = blocking_time(options.shrink_by);
    tell(blocker.self(), std::int64_t{1});
  }
  (void)begun.wait();
  wait_for_first(others.front());
  const ThreadUsage before = ThreadUsage::of("monitor");
  ask(others, questions, finish);
  const ThreadUsage after = ThreadUsage::of("monitor");
  (void)finish.wait();
  stage.close();

  Tally tally;
  std::vector<double> waits;
  for (const Other& other : others) {
    tally += other.tally;
    waits.insert(waits.end(), other.waits.begin(), other.waits.end());
  }
  constexpr double per_ms = 1'000'000;
  return {.verified = verify_tally("starvation", Tally::of_numbers_to(questions), tally),
          .p99 = percentile(waits, 99) / per_ms,
          .monitor_cpu = after.percent_since(before)};
}

}  // namespace

Outcome run_starvation(const RunOptions& options) {
  RunOptions without = options;
  without.has_monitor = false;
  const Findings off = measure(without);
  const Findings on = measure(options);
  return {.verified = off.verified + on.verified,
          .samples = {{on.p99, "ms", "p99"},
                      {off.p99, "ms", "p99_without"},
                      {off.p99 / on.p99, "times", "better"},
                      {on.monitor_cpu, "%", "monitor_cpu"}}};
}

}  // namespace sluice::bench
