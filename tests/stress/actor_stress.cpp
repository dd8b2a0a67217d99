// SPDX-License-Identifier: BSL-1.0
// Actors that come and go while everybody talks to them: from plain threads and from each other, on two executors.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <sluice/actors/actor_system.hpp>
#include <sluice/actors/behaviors.hpp>
#include <sluice/graph/schedule/taskflow_executor.hpp>
#include <sluice/graph/schedule/thread_executor.hpp>

#include "crowd.hpp"

namespace sluice::stress {
namespace {

using std::chrono::milliseconds;

std::atomic<std::int64_t> alive{0};

/// Part of a state: tells that each is made and ended as often.
class Witness {
public:
  Witness() noexcept { alive.fetch_add(1, std::memory_order_relaxed); }
  Witness(const Witness&) noexcept : Witness{} {}
  Witness& operator=(const Witness&) = delete;
  ~Witness() { alive.fetch_sub(1, std::memory_order_relaxed); }
};

struct Ping {
  using Reply = std::uint32_t;
  std::uint32_t number;
};
struct Mute {  // is never answered
  using Reply = std::uint32_t;
};
struct Breed {
  std::uint32_t count;
};
struct Fail {};

/// Half of them end at once.
class Child {
public:
  explicit Child(bool ends) noexcept : ends_{ends} {}
  void on_start(ActorContext<Child>& context) {
    if (ends_) {
      context.stop();
    }
  }
  std::uint32_t on(Ping ping) { return ping.number; }

private:
  Witness witness_;
  bool ends_;
};

std::atomic<std::uint64_t> bred{0};
std::atomic<std::uint64_t> missed{0};  // children of whose end somebody was told

/// Has children, watches them, and starts anew when it fails.
class Parent {
public:
  void on(ActorContext<Parent>& context, Breed breed) {
    for (std::uint32_t i = 0; i < breed.count; ++i) {
      const auto child = context.try_spawn<Child>({}, i % 2 == 0);
      if (child.has_value()) {
        bred.fetch_add(1, std::memory_order_relaxed);
        (void)context.watch(*child);
        (void)child->tell(Ping{i});
      }
    }
  }
  void on(Terminated) { missed.fetch_add(1, std::memory_order_relaxed); }
  ActorResult<> on(Fail) { return fail(ActorError::retryable("as told")); }
  std::uint32_t on(Ping ping) { return ping.number; }
  void on_stop(ActorContext<Parent>& context) { EXPECT_FALSE(context.try_spawn<Child>({}, false).has_value()); }

private:
  Witness witness_;
};

/// Spawns for the first time when it is too late.
class Childless {
public:
  void on(Ping) {}
  void on_stop(ActorContext<Childless>& context) { EXPECT_FALSE(context.try_spawn<Child>({}, false).has_value()); }

private:
  Witness witness_;
};

/// Asks somebody who does not answer, and ends about when its time is up.
class Asker {
public:
  explicit Asker(ActorRef<Mute> whom) noexcept : whom_{whom} {}
  void on(ActorContext<Asker>& context, Breed breed) {
    for (std::uint32_t i = 0; i < breed.count; ++i) {
      (void)context.ask(whom_, Mute{}, milliseconds{1} + std::chrono::microseconds{50 * i},
                        [](std::expected<std::uint32_t, AskError>) noexcept { return Fail{}; });
    }
  }
  void on(ActorContext<Asker>& context, Fail) { context.stop(); }

private:
  Witness witness_;
  ActorRef<Mute> whom_;
};

std::unique_ptr<schedule::HostedExecutor, void (*)(schedule::HostedExecutor*)> make_executor(bool of_taskflow) {
  if (of_taskflow) {
    return {new schedule::TaskflowExecutor{{.workers = 2}},
            [](schedule::HostedExecutor* made) { delete static_cast<schedule::TaskflowExecutor*>(made); }};
  }
  return {new schedule::ThreadExecutor{{.workers = 2}},
          [](schedule::HostedExecutor* made) { delete static_cast<schedule::ThreadExecutor*>(made); }};
}

class ActorStress : public testing::TestWithParam<bool> {
protected:
  void SetUp() override {
    alive = 0;
    bred = 0;
    missed = 0;
  }
  void TearDown() override { EXPECT_EQ(alive, 0); }

  [[nodiscard]] SystemOptions options() const { return {.executor = executor_.get()}; }

  const std::uint32_t rounds = static_cast<std::uint32_t>(share_of_messages(1) / 50);  // 2000
  std::unique_ptr<schedule::HostedExecutor, void (*)(schedule::HostedExecutor*)> executor_ = make_executor(GetParam());
};
INSTANTIATE_TEST_SUITE_P(On, ActorStress, testing::Bool(),
                         [](const auto& choice) { return choice.param ? "Taskflow" : "Thread"; });

TEST_P(ActorStress, everybody_who_is_told_and_asked_ends_or_answers) {
  {
    ActorSystem system{options()};
    system.dead_letters().set_writing(false);
    std::atomic<std::uint32_t> wrong{0};
    on_threads(3, [&](std::uint32_t) {
      for (std::uint32_t round = 0; round < rounds; ++round) {
        const auto parent = system.spawn<Parent>();
        (void)parent.tell(Breed{3});
        auto first = parent.ask(Ping{round});
        auto second = parent.ask(Ping{round}, milliseconds{500});
        auto given_up = parent.ask(Ping{round}, std::chrono::microseconds{1});
        (void)system.stop(parent);
        (void)system.stop(parent);
        const auto answer = std::move(first).wait();
        wrong.fetch_add(answer.has_value() && *answer != round ? 1u : 0u, std::memory_order_relaxed);
        (void)std::move(second).wait();
      }
    });
    EXPECT_EQ(wrong, 0u);
  }
  EXPECT_LE(missed, bred);
}

TEST_P(ActorStress, parents_stop_and_restart_while_their_children_are_spawned) {
  {
    ActorSystem system{options()};
    system.dead_letters().set_writing(false);
    on_threads(3, [&](std::uint32_t thread) {
      for (std::uint32_t round = 0; round < rounds; ++round) {
        const auto parent = system.spawn<Parent>({.supervision = Restart{}});
        (void)parent.tell(Breed{4});
        (void)parent.tell(Fail{});
        (void)parent.tell(Breed{2});
        if ((round + thread) % 2 == 0) {
          (void)parent.tell(Fail{});
        }
        (void)system.suspend(parent);
        (void)system.resume(parent);
        (void)system.resume(parent);  // one too many
        if (round % 3 == 0) {
          std::this_thread::yield();
        }
        (void)system.stop(parent);
        const auto childless = system.spawn<Childless>();
        (void)system.stop(childless);
      }
    });
  }
  EXPECT_EQ(alive, 0);
}

/// Ends as soon as it has seen its name.
class Namesake {
public:
  explicit Namesake(std::atomic<std::uint32_t>* others) noexcept : others_{others} {}
  void on_start(ActorContext<Namesake>& context) {
    char text[64];
    others_->fetch_add(context.path(text) == "/user/keeper/worker" ? 0u : 1u, std::memory_order_relaxed);
    context.stop();
  }
  void on(Ping) {}

private:
  std::atomic<std::uint32_t>* others_;
};

/// Spawns one after the other, all of one name.
class Keeper {
public:
  Keeper(std::uint32_t lives, std::atomic<std::uint32_t>* others, std::atomic<bool>* is_done) noexcept
      : lives_{lives}, others_{others}, is_done_{is_done} {}
  void on_start(ActorContext<Keeper>& context) { spawn_next(context); }
  void on(ActorContext<Keeper>& context, Terminated) { spawn_next(context); }

private:
  void spawn_next(ActorContext<Keeper>& context) {
    if (lives_-- == 0) {
      is_done_->store(true, std::memory_order_relaxed);
      return;
    }
    (void)context.watch(context.spawn<Namesake>({.name = "worker"}, others_));
  }

  std::uint32_t lives_;
  std::atomic<std::uint32_t>* others_;
  std::atomic<bool>* is_done_;
};

TEST_P(ActorStress, a_successor_gets_the_name_of_whose_end_it_was_told) {
  std::atomic<std::uint32_t> others{0};
  std::atomic<bool> is_done{false};
  ActorSystem system{options()};
  system.dead_letters().set_writing(false);

  (void)system.spawn<Keeper>({.name = "keeper"}, rounds, &others, &is_done);
  while (!is_done.load(std::memory_order_relaxed)) {
    if (const auto worker = system.find<Namesake>("/user/keeper/worker"); worker.has_value()) {
      (void)worker->tell(Ping{1});
    }
  }

  EXPECT_EQ(others, 0u);
}

TEST_P(ActorStress, spawns_against_a_shutdown_are_refused_or_ended) {
  constexpr std::uint32_t spawns = 200;  // the shutdown waits for a moment in which nothing runs
  for (std::uint32_t life = 0; life < rounds / 20; ++life) {
    ActorSystem system{options()};
    system.dead_letters().set_writing(false);
    std::atomic<std::uint32_t> ready{0};
    std::atomic<std::uint32_t> wrong{0};
    std::jthread spawners{[&] {
      on_threads(2, [&](std::uint32_t thread) {
        for (std::uint32_t number = 0; number < spawns; ++number) {
          const auto parent = thread == 0 ? system.try_spawn<Parent>() : system.try_spawn<Parent>({.name = "parent"});
          ready.fetch_add(1, std::memory_order_relaxed);
          if (!parent.has_value()) {
            wrong.fetch_add(parent.error().error == Error::closed ? 0u : 1u, std::memory_order_relaxed);
            return;
          }
          (void)parent->tell(Breed{2});
          (void)system.stop(*parent);
          yield_until([&] { return !parent->is_alive(); });
        }
      });
    }};
    yield_until([&] { return ready.load(std::memory_order_relaxed) >= life % 8; });

    const SystemReport report = system.shutdown(std::chrono::seconds{5});

    spawners.join();
    EXPECT_TRUE(report.is_complete);
    EXPECT_EQ(wrong, 0u);
    EXPECT_FALSE(system.try_spawn<Childless>().has_value());
    EXPECT_EQ(alive, 0);
  }
}

TEST_P(ActorStress, nobody_is_spawned_below_a_guardian_that_has_ended) {
  for (std::uint32_t life = 0; life < rounds / 10; ++life) {
    ActorSystem system{Behaviors::receive_message<Fail>([](Fail) { return Behaviors::stopped<Fail>(); }), options()};
    system.dead_letters().set_writing(false);
    std::jthread spawner{[&] {
      while (system.try_spawn<Childless>().has_value()) {
        std::this_thread::yield();
      }
    }};

    (void)system.guardian<Fail>().tell({});

    spawner.join();
    EXPECT_FALSE(system.try_spawn<Childless>().has_value());
  }
}

/// References of systems that come and go.
class Notice {
public:
  void put(ActorRef<Parent> ref) {
    const std::scoped_lock lock{mutex_};
    refs_[next_++ % refs_.size()] = ref;
  }
  [[nodiscard]] ActorRef<Parent> get(std::uint32_t index) {
    const std::scoped_lock lock{mutex_};
    return refs_[index % refs_.size()];
  }

private:
  std::mutex mutex_;
  std::array<ActorRef<Parent>, 4> refs_;
  std::uint32_t next_ = 0;
};

/// Systems end, and begin anew, while three threads use whatever references they find.
template <class Live>
void live_among_late_senders(std::uint32_t lives, Live live) {
  Notice notice;
  std::atomic<bool> is_over{false};
  std::jthread senders{[&] {
    on_threads(3, [&](std::uint32_t thread) {
      for (std::uint32_t i = thread; !is_over.load(std::memory_order_relaxed); ++i) {
        const ActorRef<Parent> ref = notice.get(i);
        if (!ref.is_alive() && i % 64 > 4) {  // each of these is a line on the console
          std::this_thread::yield();
          continue;
        }
        switch (i % 5) {
          case 0: (void)ref.tell(Breed{1}); break;
          case 1: (void)ref.try_tell(Ping{1}); break;
          case 2: (void)ref.ask(Ping{2}, milliseconds{1}); break;
          case 3: (void)ref.ask(Ping{3}, milliseconds{20}).wait(); break;
          default: (void)tell_control(ref.address(), Control::Kind::stop); break;
        }
      }
    });
  }};
  for (std::uint32_t life = 0; life < lives; ++life) {
    live(notice);
  }
  is_over.store(true, std::memory_order_relaxed);
  senders.join();
  EXPECT_FALSE(notice.get(0).tell(Breed{1}).has_value());
}

TEST_P(ActorStress, late_senders_get_an_error) {  // D16
  live_among_late_senders(rounds / 10, [this](Notice& notice) {
    ActorSystem system{options()};
    system.dead_letters().set_writing(false);
    notice.put(system.spawn<Parent>());
    notice.put(system.spawn<Parent>({.mailbox = Bounded{.capacity = 4}}));
    std::this_thread::yield();
  });
}

TEST_P(ActorStress, late_senders_get_an_error_though_the_executor_is_gone) {
  live_among_late_senders(rounds / 40, [](Notice& notice) {
    ActorSystem system;
    system.dead_letters().set_writing(false);
    notice.put(system.spawn<Parent>());
    notice.put(system.spawn<Parent>({.mailbox = Bounded{.capacity = 4}}));
    std::this_thread::yield();
  });
}

TEST_P(ActorStress, askers_end_while_their_time_is_up) {
  ActorSystem system{options()};
  system.dead_letters().set_writing(false);
  on_threads(2, [&](std::uint32_t thread) {
    for (std::uint32_t round = 0; round < rounds / 10; ++round) {
      const auto mute = system.spawn([](ActorContext<Mute>&, Mute) {});
      (void)system.suspend(mute);
      const SpawnOptions guarded{.mailbox = Bounded{.capacity = 8}};
      const auto asker = system.spawn<Asker>((round + thread) % 2 == 0 ? guarded : SpawnOptions{}, mute);
      (void)asker.tell(Breed{6});
      if (round % 3 == 0) {
        std::this_thread::sleep_for(milliseconds{1});
        (void)system.stop(asker);
      }
      auto future = mute.ask(Mute{}, std::chrono::microseconds{500});
      if (round % 2 == 0) {
        (void)std::move(future).wait();
      }
      (void)system.resume(mute);
      (void)system.stop(mute);
    }
  });
}

/// Does not come back until it is let go.
struct Stubborn {
  static inline std::atomic<bool> may_return{false};
  static inline std::atomic<bool> is_inside{false};

  void operator()(Ping) {
    is_inside = true;
    yield_until([] { return may_return.load(); });
  }
  Witness witness;
};

/// How long a system's end takes while a handler does not return. It does later, when the system is gone.
std::chrono::steady_clock::duration end_despite_a_stubborn_handler(const SystemOptions& options) {
  alive = 0;
  Stubborn::may_return = false;
  Stubborn::is_inside = false;
  std::chrono::steady_clock::time_point begin;
  {
    ActorSystem system{options};
    (void)system.spawn(Stubborn{}).tell({1});
    yield_until([] { return Stubborn::is_inside.load(); });
    begin = std::chrono::steady_clock::now();
  }
  const auto taken = std::chrono::steady_clock::now() - begin;
  EXPECT_EQ(alive, 1);
  Stubborn::may_return = true;
  yield_until([] { return alive.load() == 0; });
  return taken;
}

TEST(ActorSystemEnd, waits_no_longer_than_its_deadline_for_a_handler) {
  schedule::ThreadExecutor executor{{.workers = 2}};

  EXPECT_LT(end_despite_a_stubborn_handler({.executor = &executor, .shutdown_timeout = milliseconds{100}}),
            milliseconds{1000});
  executor.drain();  // who was left behind goes to its end: it lives as long as they do
}

TEST(ActorSystemEnd, leaves_its_own_executor_to_a_handler_that_does_not_return) {
  EXPECT_LT(end_despite_a_stubborn_handler({.shutdown_timeout = milliseconds{100}}), milliseconds{1000});
}

}  // namespace
}  // namespace sluice::stress
