// SPDX-License-Identifier: BSL-1.0
// Timers that fire while their actors cancel them, start anew and end; and a shutdown that names who does not return. R6.2, US3
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <sluice/actors/actor_system.hpp>
#include <sluice/graph/schedule/thread_executor.hpp>

#include "crowd.hpp"

namespace sluice::stress {
namespace {

using std::chrono::milliseconds;

struct Poke {
  std::uint32_t draw;
};
struct Ring {
  std::uint32_t key;
  std::uint32_t serial;
};

struct Score {
  std::atomic<std::uint64_t> rung{0};
  std::atomic<std::uint64_t> late{0};
};

/// Sets and cancels timers as numbers tell it. Of each key it knows which serial may come.
class Alarm {
public:
  explicit Alarm(Score* score) noexcept : score_{score} {}

  void on_start(ActorContext<Alarm>& context) { set(context, 0, 1); }

  void on(ActorContext<Alarm>& context, Poke poke) {
    const std::uint32_t key = poke.draw % keys;
    switch (poke.draw / keys % 8) {
      case 1:
      case 2:
        (void)context.timers().cancel(key);
        awaited_[key] = 0;
        break;
      default: set(context, key, poke.draw / 64 % 3); break;
    }
  }

  void on(Ring ring) {
    score_->rung.fetch_add(1, std::memory_order_relaxed);
    if (ring.serial == 0 || awaited_[ring.key] != ring.serial) {
      score_->late.fetch_add(1, std::memory_order_relaxed);
    }
    awaited_[ring.key] = 0;
  }

private:
  static constexpr std::uint32_t keys = 4;

  void set(ActorContext<Alarm>& context, std::uint32_t key, std::uint32_t delay) {
    // Counted for all, so that one of an earlier life is known, too.
    static std::atomic<std::uint32_t> serials{0};
    awaited_[key] = serials.fetch_add(1, std::memory_order_relaxed) + 1;
    (void)context.timers().once(key, milliseconds{delay}, Ring{key, awaited_[key]});
  }

  Score* score_;
  std::uint32_t awaited_[keys]{};
};

TEST(ActorTimers, that_are_cancelled_never_come_whatever_happens_meanwhile) {  // R6.2
  constexpr std::uint32_t alarms = 8;
  const std::uint64_t pokes = share_of_messages(5);
  Score score;
  schedule::ThreadExecutor executor{{.workers = 2}};
  {
    ActorSystem system{SystemOptions{.executor = &executor}};
    system.dead_letters().set_writing(false);
    ActorRef<Alarm> refs[alarms];
    std::uint32_t draw = 12345;
    for (std::uint64_t each = 0; each < pokes; ++each) {
      draw = draw * 1664525 + 1013904223;
      ActorRef<Alarm>& ref = refs[draw / 65536 % alarms];
      if (!ref.is_alive()) {
        ref = draw / 4096 % 2 == 0 ? system.spawn<Alarm>({}, &score)
                                   : system.spawn<Alarm>({.mailbox = Bounded{.capacity = 64}}, &score);
      } else if (draw / 1024 % 512 == 0) {
        (void)system.stop(ref);
      } else if (draw / 1024 % 32 == 1) {
        (void)system.restart(ref);
      } else {
        (void)ref.tell(Poke{draw / 256});
      }
    }
  }

  EXPECT_EQ(score.late, 0u);
  EXPECT_GT(score.rung, 0u);
}

struct Hold {};
struct Pass {};

/// Does not come back from `Hold` until it is let go.
struct Holder {
  static inline std::atomic<bool> may_return{false};
  static inline std::atomic<bool> is_inside{false};
  static inline std::atomic<bool> is_gone{false};

  ~Holder() { is_gone = true; }
  void on(Pass) {}
  void on(Hold) {
    is_inside = true;
    yield_until([] { return may_return.load(); });
  }
};

struct Parent {
  void on_start(ActorContext<Parent>& context) {
    const auto holder = context.spawn<Holder>({.name = "holder"});
    (void)holder.tell(Pass{});
    (void)holder.tell(Hold{});
    (void)holder.tell(Pass{});
  }
  void on(Pass) {}
};

TEST(SystemShutdown, names_who_does_not_return_and_from_which_handler) {  // US3
  schedule::ThreadExecutor executor{{.workers = 2}};
  {
    ActorSystem system{SystemOptions{.executor = &executor, .shutdown_timeout = milliseconds{100}}};
    (void)system.spawn<Parent>({.name = "parent"});
    (void)system.spawn([](Pass) {});
    yield_until([] { return Holder::is_inside.load(); });

    const SystemReport report = system.shutdown(milliseconds{100});
    const SystemReport again = system.shutdown(milliseconds{100});

    EXPECT_FALSE(report.is_complete);
    ASSERT_EQ(report.running_actors().size(), 1u);
    EXPECT_EQ(report.running_actors()[0].path(), "/user/parent/holder");
    EXPECT_TRUE(std::string_view{report.running_actors()[0].message_type}.ends_with("Hold"));
    EXPECT_TRUE(std::string_view{report.running_actors()[0].kind}.ends_with("Holder"));
    EXPECT_GE(report.waited, milliseconds{50});
    EXPECT_EQ(report.top_level_left, 1u);
    EXPECT_EQ(report.stopped, 1u);
    EXPECT_EQ(again.running, 1u);
  }

  Holder::may_return = true;
  yield_until([] { return Holder::is_gone.load(); });
  executor.drain();  // who was left behind goes to its end: it lives as long as they do
}

}  // namespace
}  // namespace sluice::stress
