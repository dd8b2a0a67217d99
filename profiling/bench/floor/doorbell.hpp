// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/profiling/bench/floor/cores.hpp>

#include <atomic>
#include <cstdint>
#include <thread>

namespace sluice::bench::floor {

/// Lets one owner sleep until a producer has pushed something, at the price of one load per push.
///
///     0 awake    1 asleep, or about to be
///
/// A producer pushes and then looks at the bell; the owner writes the bell and then looks at its queues. All four are
/// seq_cst, so at least one side sees the other, and no wake-up is lost.
///
/// Thread safety: `ring` from any thread; `sleep_while` only by the owner.
class alignas(64) Doorbell {
public:
  /// To be called after each push.
  void ring() noexcept {
    // seq_cst | after the exchange in `MpscQueue::push`; partner: the store in `sleep_while`.
    if (asleep_.load(std::memory_order_seq_cst) == 0) {
      return;
    }

    // relaxed | elects the one producer that pays for the system call; the nodes publish themselves.
    if (asleep_.exchange(0, std::memory_order_relaxed) == 1) {
      asleep_.notify_one();
    }
  }

  /// Blocks: while `is_empty()` and no producer rings. May return early.
  template <typename IsEmpty>
  void sleep_while(IsEmpty is_empty) noexcept {
    // seq_cst | before the load in `MpscQueue::is_empty`; partner: the load in `ring`.
    asleep_.store(1, std::memory_order_seq_cst);
    if (is_empty()) {
      asleep_.wait(1, std::memory_order_relaxed);  // relaxed | carries no news but the wake-up itself
    } else {
      std::this_thread::yield();  // a producer stands between its two steps, perhaps preempted: let it run
    }
    asleep_.store(0, std::memory_order_relaxed);  // relaxed | a late ring finds 0 or wakes nobody: both are harmless
  }

private:
  // Signed because libstdc++ 12 waits on an int directly and on other types through a shared table.
  std::atomic<std::int32_t> asleep_{0};
};

/// What a thread waits for, which decides how it looks for it.
enum class WaitFor : std::uint8_t {
  reply,   ///< the one message in flight: looks all the time
  stream,  ///< many messages: looks every 4 us. Who looks at every message takes the queue's last node, and its cache
           ///< lines, from the producers each time: fanin then costs twice, forkjoin 1.7 times as much (measured).
};

/// Passes the time between two looks without touching memory that others use.
template <WaitFor Awaited>
void pause_between_looks() noexcept {
  constexpr int steps = Awaited == WaitFor::stream ? 2'500 : 0;
  volatile int step = 0;  // so that the loop is not optimised away; one step takes about 1.5 ns
  while (step < steps) {
    step = step + 1;
  }
}

/// Calls `take` until it returns something that is true, and returns that: spins for some 30 us, then sleeps at `bell`.
/// That is longer than the other half of a ring takes and short enough for three threads on two cores; on a single core
/// spinning only keeps the other thread from its work.
template <WaitFor Awaited, typename Take, typename IsEmpty>
[[nodiscard]] auto take_or_sleep(Doorbell& bell, Take take, IsEmpty is_empty) noexcept {
  constexpr int looks = Awaited == WaitFor::reply ? 50'000 : 8;
  for (;;) {
    if (auto taken = take()) {
      return taken;
    }
    const int spins = has_several_cores() ? looks : 0;
    for (int spin = 0; spin < spins; ++spin) {
      pause_between_looks<Awaited>();
      if (auto taken = take()) {
        return taken;
      }
    }
    bell.sleep_while(is_empty);
  }
}

}  // namespace sluice::bench::floor
