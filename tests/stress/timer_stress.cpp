// SPDX-License-Identifier: BSL-1.0
// Threads set, move, cancel and destroy timers of their own while others advance the wheel, on a clock of its own.
#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/time/timer_wheel.hpp>

#include "crowd.hpp"

namespace sluice::stress {
namespace {

using namespace engine;

constexpr std::uint32_t setters = 4;
constexpr std::uint32_t advancers = 2;
constexpr std::uint32_t timers_each = 16;
constexpr Duration tick{1'000};

/// Moves on by a few ticks whenever it is read.
class BusyClock final : public Clock {
public:
  [[nodiscard]] Instant now() const noexcept override {
    return Instant{Duration{now_.fetch_add(3'500, std::memory_order_relaxed)}};
  }
  [[nodiscard]] Instant look() const noexcept { return Instant{Duration{now_.load(std::memory_order_relaxed)}}; }

private:
  mutable std::atomic<std::int64_t> now_{0};
};

/// A timer and what became of its sets. A cancel or an end that has returned leaves nothing to fire.
struct Watched {
  [[nodiscard]] Waker waker() noexcept {
    return {[](void* self) noexcept { static_cast<Watched*>(self)->wake(); }, this};
  }
  void wake() noexcept {
    fired.fetch_add(1, std::memory_order_relaxed);
    late += is_over ? 1u : 0u;
  }
  std::optional<Timer> timer{std::in_place};
  std::uint64_t sets = 0;
  std::uint64_t cancels = 0;
  std::uint64_t open_ends = 0;  // moved or destroyed: nobody knows whether it had fired
  std::atomic<std::uint64_t> fired{0};
  bool is_over = true;  // nothing is set; not atomic: TSan sees a wake that is not ordered before
  std::uint64_t late = 0;
};

class Crowd {
public:
  void set_and_cancel(std::uint32_t setter, std::uint64_t rounds) {
    std::uint32_t random = 2463534242u + setter;
    for (std::uint64_t i = 0; i < rounds; ++i) {
      random ^= random << 13;
      random ^= random >> 17;
      random ^= random << 5;
      change(watched[setter][random % timers_each], random >> 8);
    }
    leave();
  }

  /// The last setter to leave ends the advances.
  void leave() { busy_.fetch_sub(1, std::memory_order_release); }

  void advance() {
    while (busy_.load(std::memory_order_acquire) > 0) {
      const std::uint32_t fired = wheel.advance();
      returned.fetch_add(fired, std::memory_order_relaxed);
      if (fired == 0) {
        std::this_thread::yield();  // the lock is not fair: who polls without pause keeps the setters out
      }
    }
  }

  void fire_the_rest() {
    while (wheel.size() > 0) {
      returned.fetch_add(wheel.advance(), std::memory_order_relaxed);
    }
  }

  BusyClock clock;
  TimerWheel wheel{clock, tick};
  Watched watched[setters][timers_each];
  std::atomic<std::uint64_t> returned{0};

private:
  void change(Watched& one, std::uint32_t random) {
    const std::uint32_t choice = random % 8;
    if (choice == 0) {
      one.timer.emplace();  // ends the old one
      one.is_over = true;
      ++one.open_ends;
    } else if (choice < 4) {
      one.cancels += wheel.cancel(*one.timer) ? 1u : 0u;
      one.is_over = true;
    } else {
      ++one.open_ends;
      ++one.sets;
      if (one.is_over) {  // otherwise a waker may be reading it
        one.is_over = false;
      }
      const auto distance = static_cast<std::int64_t>((random >> 4) & 0xFFFFF) >> (random >> 24) % 16;
      wheel.set(*one.timer, clock.look() + Duration{distance}, one.waker());
    }
  }

  std::atomic<std::uint32_t> busy_{setters};
};

TEST(TimerStress, each_set_fires_once_unless_it_was_undone) {
  Crowd crowd;

  on_threads(setters + advancers, [&](std::uint32_t index) {
    index < setters ? crowd.set_and_cancel(index, share_of_messages(5)) : crowd.advance();
  });
  crowd.fire_the_rest();

  std::uint64_t fired = 0;
  for (const auto& row : crowd.watched) {
    for (const Watched& one : row) {
      fired += one.fired;
      EXPECT_EQ(one.late, 0u);
      EXPECT_LE(one.fired + one.cancels, one.sets);
      EXPECT_GE(one.fired + one.cancels + one.open_ends, one.sets);
    }
  }
  EXPECT_EQ(fired, crowd.returned);
}

TEST(TimerStress, each_set_of_a_timer_that_is_left_alone_fires_once) {
  Crowd crowd;
  const std::uint64_t rounds = share_of_messages(1) / 10;  // each waits for an advance

  on_threads(setters + advancers, [&](std::uint32_t index) {
    if (index >= setters) {
      crowd.advance();
      return;
    }
    Watched& one = crowd.watched[index][0];
    one.is_over = false;
    for (std::uint64_t i = 1; i <= rounds; ++i) {
      crowd.wheel.set(*one.timer, crowd.clock.look() + Duration{static_cast<std::int64_t>(i % 5'000)}, one.waker());
      yield_until([&] { return one.fired.load(std::memory_order_relaxed) == i; });
    }
    crowd.leave();
  });

  EXPECT_EQ(crowd.wheel.size(), 0u);
  EXPECT_EQ(crowd.returned, setters * rounds);
}

}  // namespace
}  // namespace sluice::stress
