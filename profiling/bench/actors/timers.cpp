// SPDX-License-Identifier: BSL-1.0
//
// One actor sets a timer and cancels it, again and again, in a handler: always of the same delay, as timeouts are, then of
// two in turn, so that each is of another tick than the one before. The floor does the first with a bare wheel: two locks
// and two lists, without a clock, a key or a message.
#include <sluice/profiling/bench/actors/actor_workloads.hpp>

#include <sluice/engine/time/timer_wheel.hpp>
#include <sluice/profiling/bench/actors/scene.hpp>
#include <sluice/profiling/bench/verify.hpp>

namespace sluice::bench {

namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t full_count = 2'000'000;

struct Begin {
  std::uint64_t count = 0;
  Duration delay{};
  Duration other_delay{};
};
struct Late {};

struct Setter {
  Setter(Tally* result, Finish* end) noexcept : cancelled{result}, finish{end} {}

  void on(ActorContext<Setter>& context, Begin begin) {
    auto timers = context.timers();
    for (std::uint64_t each = 1; each <= begin.count; ++each) {
      timers.once("late", each % 2 == 0 ? begin.delay : begin.other_delay, Late{});
      cancelled->add(timers.cancel("late") ? each : 0);
    }
    finish->arrive();
  }
  void on(Late) {}

  Tally* cancelled;
  Finish* finish;
};

}  // namespace

Outcome run_timers(const RunOptions& options) {
  const std::uint64_t count = options.shrunk(full_count);
  Outcome outcome;
  const auto measure = [&](Duration other_delay, std::string_view figure) {
    Finish finish;
    Tally cancelled;
    Scene scene{options};
    const auto setter = scene.system().spawn<Setter>({}, &cancelled, &finish);
    const auto elapsed = scene.time(finish, [&] { setter.tell(Begin{count, 1h, other_delay}); });
    scene.close();
    outcome.verified += verify_tally("timers", Tally::of_numbers_to(count), cancelled);
    outcome.samples.push_back({nanoseconds_each(elapsed, count), "ns/timer", figure});
  };
  measure(1h, "set_cancel");
  measure(2h, "other_tick");
  return outcome;
}

Outcome run_wheel(const RunOptions& options) {
  const std::uint64_t count = options.shrunk(full_count);
  const engine::PlatformClock clock;
  engine::TimerWheel wheel{clock};
  engine::Timer timer;
  Tally cancelled;
  const Instant deadline = later(clock.now(), 1h);

  const auto start = Finish::Clock::now();
  for (std::uint64_t each = 1; each <= count; ++each) {
    wheel.set(timer, deadline, {});
    cancelled.add(wheel.cancel(timer) ? each : 0);
  }
  const auto elapsed = Finish::Clock::now() - start;

  const std::uint64_t verified = verify_tally("floor_timers", Tally::of_numbers_to(count), cancelled);
  return {.verified = verified, .samples = {{nanoseconds_each(elapsed, verified), "ns/timer", "set_cancel"}}};
}

}  // namespace sluice::bench
