// SPDX-License-Identifier: BSL-1.0
// What a driver does, on time that passes while it sleeps. FR-PLT: no thread without a timer
#include <functional>
#include <sluice/graph/schedule/timers/timer_driver_core.hpp>
#include <sluice_test/test.hpp>
#include <utility>
#include <vector>

namespace sluice::schedule {
namespace {

using engine::Timer;
using std::chrono::hours;
using std::chrono::milliseconds;

constexpr Instant epoch{};

/// Its thread is whoever calls `run`; a sleep moves the clock, after `meanwhile` has happened at its beginning.
class HandDriven final : public TimerDriverCore {
public:
  HandDriven(engine::TimerWheel& wheel, engine::ManualClock& clock, Duration linger)
      : TimerDriverCore{wheel, linger}, clock_{clock} {
    watch();
  }
  ~HandDriven() { (void)stop(); }

  /// Until the thread ends. Gives the moments at which it would have woken up.
  std::vector<Instant> run() {
    slept_until_.clear();
    EXPECT_TRUE(std::exchange(has_thread_, false));
    drive();
    return slept_until_;
  }
  [[nodiscard]] bool has_thread() const { return has_thread_; }

  std::function<void()> meanwhile = [] {};

private:
  void start_thread() noexcept override {
    EXPECT_FALSE(has_thread_);
    has_thread_ = true;
  }
  void park_until(Instant moment) noexcept override {
    meanwhile();
    if (!std::exchange(is_woken_, false) && moment > clock_.now()) {
      clock_.advance(moment - clock_.now());
      slept_until_.push_back(moment);
    }
  }
  void wake_up() noexcept override { is_woken_ = true; }

  engine::ManualClock& clock_;
  std::vector<Instant> slept_until_;
  bool has_thread_ = false;
  bool is_woken_ = false;
};

struct Setting {
  void set(Timer& timer, Duration after_epoch) { wheel.set(timer, epoch + after_epoch, waker()); }
  [[nodiscard]] engine::Waker waker() {
    return {[](void* self) noexcept {
              auto& setting = *static_cast<Setting*>(self);
              setting.fired.push_back(setting.clock.now());
            },
            this};
  }

  engine::ManualClock clock;
  engine::TimerWheel wheel{clock};
  std::vector<Instant> fired;
};

using Moments = std::vector<Instant>;

TEST(TimerDriverCore, wakes_up_once_per_deadline_and_ends) {
  Setting s;
  HandDriven driver{s.wheel, s.clock, Duration::zero()};
  EXPECT_FALSE(driver.has_thread());
  Timer first, second, third;
  s.set(second, milliseconds{30});
  s.set(first, milliseconds{20});
  s.set(third, milliseconds{30});
  const Moments deadlines{epoch + milliseconds{20}, epoch + milliseconds{30}};

  EXPECT_EQ(driver.run(), deadlines);

  EXPECT_EQ(s.fired, (Moments{deadlines[0], deadlines[1], deadlines[1]}));
  EXPECT_FALSE(driver.has_thread());
}

TEST(TimerDriverCore, reaches_a_far_deadline_in_a_handful_of_looks) {
  Setting s;
  HandDriven driver{s.wheel, s.clock, Duration::zero()};
  Timer timer;
  s.set(timer, hours{100});

  EXPECT_LE(driver.run().size(), engine::TimerSlots::levels + 1u);

  EXPECT_EQ(s.fired, Moments{epoch + hours{100}});
}

TEST(TimerDriverCore, lingers_after_the_last_timer) {
  Setting s;
  HandDriven driver{s.wheel, s.clock, milliseconds{100}};
  Timer timer;
  s.set(timer, milliseconds{5});

  EXPECT_EQ(driver.run(), (Moments{epoch + milliseconds{5}, epoch + milliseconds{105}}));
}

TEST(TimerDriverCore, serves_what_is_set_while_it_lingers) {
  Setting s;
  HandDriven driver{s.wheel, s.clock, milliseconds{100}};
  Timer first, second;
  s.set(first, milliseconds{5});
  driver.meanwhile = [&] {
    if (s.fired.size() == 1 && s.wheel.size() == 0) {
      s.set(second, milliseconds{50});
    }
  };

  EXPECT_EQ(driver.run(), (Moments{epoch + milliseconds{5}, epoch + milliseconds{50}, epoch + milliseconds{150}}));

  EXPECT_FALSE(driver.has_thread());
}

TEST(TimerDriverCore, a_cancelled_timer_does_not_keep_it) {
  Setting s;
  HandDriven driver{s.wheel, s.clock, milliseconds{100}};
  Timer timer;
  s.set(timer, hours{1});
  driver.meanwhile = [&] { s.wheel.cancel(timer); };

  EXPECT_EQ(driver.run(), Moments{epoch + milliseconds{100}});
}

TEST(TimerDriverCore, sets_and_cancels_during_one_sleep_wake_nobody) {
  Setting s;
  HandDriven driver{s.wheel, s.clock, milliseconds{100}};
  Timer first, timer;
  s.set(first, milliseconds{0});
  int sleeps = 0;
  driver.meanwhile = [&] {
    if (++sleeps <= 3) {
      s.set(timer, hours{1});
      s.wheel.cancel(timer);
      s.set(timer, hours{2});
      s.wheel.cancel(timer);
    }
  };

  const Moments looks = driver.run();

  EXPECT_EQ(looks, (Moments{epoch + milliseconds{100}, epoch + milliseconds{200}, epoch + milliseconds{300},
                            epoch + milliseconds{400}}));
}

TEST(TimerDriverCore, fires_what_was_set_before_it_was_there) {
  Setting s;
  Timer timer;
  s.set(timer, milliseconds{7});

  HandDriven driver{s.wheel, s.clock, Duration::zero()};

  EXPECT_EQ(driver.run(), Moments{epoch + milliseconds{7}});
}

TEST(TimerDriverCore, lingers_for_no_less_than_no_time) {
  sluice_test::expect_broken_promise(
      [] {
        Setting s;
        HandDriven driver{s.wheel, s.clock, Duration{-1}};
      },
      "a thread lingers for no less than no time");
}

}  // namespace
}  // namespace sluice::schedule
