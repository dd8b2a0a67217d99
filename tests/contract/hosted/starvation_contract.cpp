// SPDX-License-Identifier: BSL-1.0
// Handlers that block their threads, on every executor that has some: what that costs others, and who is told. R2.5
#include <condition_variable>
#include <mutex>
#include <sluice/actors/actor_system.hpp>
#include <sluice/actors/events/executor_events.hpp>
#include <sluice/engine/dispatch/dispatcher.hpp>
#include <sluice/graph/schedule/blocking.hpp>
#include <sluice_test/contract.hpp>
#include <sluice_test/probe.hpp>
#include <string_view>

namespace sluice::contract {
namespace {

using engine::Dispatcher;
using std::chrono::milliseconds;

constexpr std::uint32_t most_workers = 4;
constexpr engine::trace::Label sleeper_label{"Sleeper", "run", __FILE__, __LINE__, 0};

/// Where threads wait until it opens.
class Gate {
public:
  void open() {
    const std::lock_guard lock{mutex_};
    is_open_ = true;
    condition_.notify_all();
  }
  void wait() {
    std::unique_lock lock{mutex_};
    condition_.wait(lock, [this] { return is_open_; });
  }

private:
  std::mutex mutex_;
  std::condition_variable condition_;
  bool is_open_ = false;
};

/// Sleeps in its handler until it is let go; `declares`: and says that it does.
class Sleeper final : public Probe {
public:
  explicit Sleeper(Dispatcher& dispatcher) noexcept : Probe{dispatcher, nullptr, sleeper_label} {}
  Tally is_inside;
  Gate may_go;
  Tally declares;

private:
  void on_message(Numbered) noexcept override {
    if (declares.get() != 0) {
      blocking([this] { sleep(); });
    } else {
      sleep();
    }
  }
  void sleep() noexcept {
    is_inside.set(1);
    may_go.wait();
  }
};

/// Takes every worker.
struct Dormitory {
  Dormitory(Dispatcher& in, Backend& on, bool declares = false) : dispatcher{in}, backend{on} {
    for (std::uint32_t index = 0; index < backend.workers(); ++index) {
      sleepers[index].declares.set(declares ? 1 : 0);
      (void)sleepers[index].send({0, 0});
      EXPECT_TRUE(backend.wait_until([&] { return sleepers[index].is_inside.get() == 1; }));
    }
  }
  void end() {
    for (Sleeper& sleeper : sleepers) {
      sleeper.may_go.open();
    }
    backend.drain();
  }
  Dispatcher& dispatcher;
  Backend& backend;
  Sleeper sleepers[most_workers]{Sleeper{dispatcher}, Sleeper{dispatcher}, Sleeper{dispatcher}, Sleeper{dispatcher}};
};

engine::TimedExecutor& timed(Backend& backend) noexcept {
  return static_cast<engine::TimedExecutor&>(backend.executor());
}

/// Counts an executor's events.
class Ear final : public engine::ExecutorListener {
public:
  explicit Ear(Backend& backend) noexcept : executor_{timed(backend)} { executor_.listen(*this); }
  ~Ear() { executor_.unlisten(*this); }
  Tally stalls;
  Tally misnamed;
  Tally changes;
  Tally spares;

private:
  void publish(const engine::ExecutorEvent& event) noexcept override {
    if (event.kind == engine::ExecutorEvent::Kind::starvation) {
      stalls.add();
      misnamed.add(std::string_view{event.name} == "Sleeper" ? 0 : 1);
    } else if (event.kind == engine::ExecutorEvent::Kind::rebalanced) {
      changes.add();
      spares.set(event.spares);
    }
  }
  engine::TimedExecutor& executor_;
};

HOSTED_CONTRACT_SUITE(StarvationContract);

HOSTED_CONTRACT(StarvationContract, when_all_workers_are_blocked_for_ever_others_are_served) {  // R2.5
  Ear ear{backend};
  Dispatcher dispatcher{backend.executor()};
  PlainProbe probes[3]{PlainProbe{dispatcher}, PlainProbe{dispatcher}, PlainProbe{dispatcher}};
  Dormitory dormitory{dispatcher, backend};

  for (std::uint32_t number = 0; number < 100; ++number) {
    (void)probes[number % 3].send({0, number / 3});
    EXPECT_TRUE(backend.wait_until([&] { return probes[number % 3].handled.get() == number / 3 + 1; }));
  }

  EXPECT_GE(ear.stalls.get(), 1u);
  EXPECT_EQ(ear.misnamed.get(), 0u);
  EXPECT_GE(ear.spares.get(), 1u);
  EXPECT_LE(ear.spares.get(), 2 * backend.workers());
  dormitory.end();
}

HOSTED_CONTRACT(StarvationContract, what_a_blocked_handler_has_told_is_handled) {  // R2.5: its queue and its slot
  /// Tells both, and sleeps.
  class Teller final : public Probe {
  public:
    Teller(Dispatcher& dispatcher, PlainProbe& first, PlainProbe& second) noexcept
        : Probe{dispatcher}, first_{first}, second_{second} {}
    Gate may_go;

  private:
    void on_message(Numbered) noexcept override {
      (void)first_.send({0, 0});
      (void)second_.send({0, 0});
      may_go.wait();
    }
    PlainProbe& first_;
    PlainProbe& second_;
  };
  Dispatcher dispatcher{backend.executor()};
  PlainProbe first{dispatcher};
  PlainProbe second{dispatcher};
  Teller teller{dispatcher, first, second};

  (void)teller.send({0, 0});

  EXPECT_TRUE(backend.wait_until([&] { return first.handled.get() + second.handled.get() == 2; }));
  teller.may_go.open();
  backend.drain();
}

HOSTED_CONTRACT(StarvationContract, spare_workers_leave_within_a_second_of_calm) {  // R2.5
  const engine::PlatformClock clock;
  Ear ear{backend};
  Dispatcher dispatcher{backend.executor()};
  PlainProbe probe{dispatcher};
  Dormitory dormitory{dispatcher, backend};
  (void)probe.send({0, 0});
  EXPECT_TRUE(backend.wait_until([&] { return probe.handled.get() == 1 && ear.spares.get() != 0; }));
  dormitory.end();

  const Instant calm = clock.now();
  EXPECT_TRUE(backend.wait_until([&] { return ear.spares.get() == 0; }));

  EXPECT_LE(clock.now() - calm, std::chrono::seconds{1});
}

HOSTED_CONTRACT(StarvationContract, workers_that_compute_get_no_spare_ones_beside_them) {  // R2.5: CPU-bound overload
  /// Computes for a while.
  class Cruncher final : public Probe {
  public:
    using Probe::Probe;

  private:
    void on_message(Numbered) noexcept override {
      const engine::PlatformClock clock;
      for (const Instant end = clock.now() + milliseconds{60}; clock.now() < end;) {
      }
    }
  };
  Ear ear{backend};
  Dispatcher dispatcher{backend.executor(), {.throughput = 1}};
  Cruncher crunchers[8]{Cruncher{dispatcher}, Cruncher{dispatcher}, Cruncher{dispatcher}, Cruncher{dispatcher},
                        Cruncher{dispatcher}, Cruncher{dispatcher}, Cruncher{dispatcher}, Cruncher{dispatcher}};

  for (std::uint32_t number = 0; number < 2; ++number) {
    for (Cruncher& cruncher : crunchers) {
      (void)cruncher.send({0, number});
    }
  }
  backend.drain();

  EXPECT_EQ(ear.changes.get(), 0u);
}

HOSTED_CONTRACT(StarvationContract, a_declared_block_hands_over_without_an_alarm) {  // R2.5: sluice::blocking
  Ear ear{backend};
  Dispatcher dispatcher{backend.executor()};
  PlainProbe probe{dispatcher};
  Dormitory dormitory{dispatcher, backend, true};

  for (std::uint32_t number = 0; number < 50; ++number) {
    (void)probe.send({0, number});
    EXPECT_TRUE(backend.wait_until([&] { return probe.handled.get() == number + 1; }));
  }

  EXPECT_EQ(ear.stalls.get(), 0u);
  dormitory.end();
}

HOSTED_CONTRACT(StarvationContract, an_actor_systems_subscribers_hear_of_it) {  // R2.5
  Tally stalls;
  Tally changes;
  Gate may_go;
  Tally inside;
  Tally answered;
  ActorSystem system{SystemOptions{.executor = &timed(backend)}};
  const auto heard = system.events().subscribe<StarvationDetected>([&](const StarvationDetected&) { stalls.add(); });
  // On a machine that is busy a shared host may be the first to be told of, and a spare worker the one that sleeps.
  const auto late = system.events().subscribe<HostOverloaded>([&](const HostOverloaded&) { stalls.add(); });
  const auto moved = system.events().subscribe<WorkersRebalanced>([&](const WorkersRebalanced&) { changes.add(); });
  for (std::uint32_t index = 0; index < backend.workers(); ++index) {
    const auto sleeper = system.spawn([&](Numbered) {
      inside.add();
      may_go.wait();
    });
    (void)sleeper.tell({0, 0});
  }
  EXPECT_TRUE(backend.wait_until([&] { return inside.get() == backend.workers(); }));
  const auto other = system.spawn([&](Numbered) { answered.add(); });

  (void)other.tell({0, 0});

  EXPECT_TRUE(backend.wait_until([&] { return answered.get() == 1; }));
  EXPECT_TRUE(backend.wait_until([&] { return stalls.get() != 0 && changes.get() != 0; }));
  may_go.open();
  backend.drain();
}

HOSTED_CONTRACT(StarvationContract, a_handler_that_waits_is_refused_and_told_what_to_do) {  // R8, DESIGN 4
  struct Ask {
    using Reply = int;
  };
  Tally refusals;
  ActorSystem system{SystemOptions{.executor = &backend.executor()}};
  const auto target = system.spawn([](Ask) { return 1; });
  const auto asker = system.spawn([&](Numbered) {
    const auto answer = target.ask(Ask{}, std::chrono::seconds{10}).wait();
    refusals.add(!answer.has_value() && answer.error().reason == AskError::Reason::inside_handler ? 1 : 0);
    const auto declared = blocking([&] { return target.ask(Ask{}, std::chrono::seconds{10}).wait(); });
    refusals.add(!declared.has_value() && declared.error().reason == AskError::Reason::inside_handler ? 1 : 0);
  });

  (void)asker.tell({0, 0});
  backend.drain();

  EXPECT_EQ(refusals.get(), 2u);
  EXPECT_TRUE(describe(AskError::Reason::inside_handler).find("ask through its context") != std::string_view::npos);
}

}  // namespace
}  // namespace sluice::contract
