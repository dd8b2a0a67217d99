// SPDX-License-Identifier: BSL-1.0
#pragma once

/// What the suites about failures share: workers that fail when they are told to, and somebody who notes what happens.
#include <sluice/actors/props.hpp>
#include <sluice_test/manual_system.hpp>

namespace sluice::actors_test {

/// As `ManualSystem`, with something to say of the actors below the guardian.
struct SupervisedSystem {
  explicit SupervisedSystem(const SupervisionStrategy& children, std::uint64_t seed = 0) noexcept
      : system{SystemOptions{.executor = &executor, .clock = &clock, .children = children, .seed = seed}} {}

  void run() noexcept { executor.run_until_idle(); }
  void pass(Duration time) noexcept {
    clock.advance(time);
    system.advance_timers();
    run();
  }

  engine::ManualExecutor executor;
  engine::ManualClock clock;
  ActorSystem system;
};

}  // namespace sluice::actors_test

namespace sluice::supervision_test {

enum class Deed : std::uint8_t { count, fail, fail_lightly, fail_fatally, fail_twice_worth, spawn, look };
struct Do {
  Deed deed;
};

struct Seen {
  int starts = 0;
  int stops = 0;
  int count = 0;  ///< the last count of an object
  int child_stops = 0;
  RestartStatistics statistics;
};

class Child {
public:
  explicit Child(Seen* seen) noexcept : seen_{seen} {}
  void on(Do) {}
  void on_stop() { ++seen_->child_stops; }

private:
  Seen* seen_;
};

/// Counts, and fails as it is told to.
class Worker {
public:
  explicit Worker(Seen* seen) noexcept : seen_{seen} {}

  void on_start() { ++seen_->starts; }
  void on_stop() { ++seen_->stops; }
  ActorResult<> on(ActorContext<Worker>& context, Do order) {
    switch (order.deed) {
      case Deed::count: seen_->count = ++count_; break;
      case Deed::fail: return fail(ActorError::retryable("on purpose"));
      case Deed::fail_lightly: return fail(ActorError::ignore("on purpose"));
      case Deed::fail_fatally: return fail(ActorError::fatal("on purpose"));
      case Deed::fail_twice_worth: return fail({.retries = 2, .within = std::chrono::seconds{10}});
      case Deed::spawn: context.spawn<Child>({}, seen_); break;
      case Deed::look: seen_->statistics = context.restart_statistics(); break;
    }
    return {};
  }

private:
  Seen* seen_;
  int count_ = 0;
};

/// Fails at its first `failures` starts.
class Starter {
public:
  Starter(Seen* seen, int failures) noexcept : seen_{seen}, failures_{failures} {}

  ActorResult<> on_start() {
    return ++seen_->starts <= failures_ ? ActorResult<>{fail(ActorError::retryable())} : ActorResult<>{};
  }
  void on(Do) { ++seen_->count; }

private:
  Seen* seen_;
  int failures_;
};

class Supervised : public testing::Test {
protected:
  [[nodiscard]] ActorRef<Worker> spawn(const Supervision& supervision) {
    return on.system.spawn<Worker>({.supervision = supervision}, &seen);
  }
  void tell(const ActorRef<Worker>& actor, Deed deed) {
    actor.tell(Do{deed});
    on.run();
  }
  /// Somebody who watches `actor`, and counts its end.
  template <class T>
  void watch(const ActorRef<T>& actor) {
    const auto watcher =
        on.system.spawn(Behaviors::receive<Do>([actor](ActorContext<Do>& context, Do) { context.watch(actor); },
                                               [this](ActorContext<Do>&, const Terminated& terminated) {
                                                 ++ends;
                                                 last_end_failed = terminated.failed;
                                               }));
    watcher.tell({Deed::count});
    on.run();
  }

  Seen seen;  // this and the next four are there until the last actor has ended
  int decisions = 0;
  SupervisionDecision last{};
  int ends = 0;
  bool last_end_failed = false;
  actors_test::ManualSystem on;
  Result<Subscription> subscription =
      on.system.events().subscribe<SupervisionDecision>([this](const SupervisionDecision& decision) {
        ++decisions;
        last = decision;
      });
};

}  // namespace sluice::supervision_test
