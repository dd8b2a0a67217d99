// SPDX-License-Identifier: BSL-1.0
// Waiting in a row and being told, without a queue of messages around.
#include <optional>
#include <sluice/engine/mailbox/signal.hpp>
#include <sluice/engine/wait/wait_queue.hpp>
#include "waiting.hpp"

namespace sluice::model {
namespace {

using engine::WaitQueue;
using Luck = WaitQueue::Luck;

/// Tokens that the threads wait for. Their count is relaxed: only the wait queue orders it.
class TokenScenario : public Scenario {
protected:
  void add(std::uint32_t many = 1) { tokens.fetch_add(many, std::memory_order_relaxed); }

  /// One attempt. Called under the lock, so nobody else takes any meanwhile.
  Luck take() {
    const std::uint32_t seen = tokens.load(std::memory_order_relaxed);
    if (seen == 0) {
      return Luck::none;
    }
    return tokens.fetch_sub(1, std::memory_order_relaxed) > 1 ? Luck::got_some : Luck::got;
  }
  bool poll(WaitQueue::Waiter& waiter, const engine::Waker& waker) {
    return queue.poll(waiter, waker, [this] { return take(); });
  }
  /// Waits from its first poll to its luck.
  void wait_for_one() {
    Sleeper sleeper;
    WaitQueue::Waiter waiter{queue};
    sleeper.until([&](const engine::Waker& waker) { return poll(waiter, waker); });
  }

  engine::Atomic<std::uint32_t> tokens{0};
  WaitQueue queue;
};

class NotifyAgainstRegister final : public TokenScenario {
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      wait_for_one();
    } else {
      add();
      queue.notify_one();
    }
  }
};

class TwoWaitersTwoTokens final : public TokenScenario {
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index < 2) {
      wait_for_one();
    } else {
      add();
      queue.notify_one();
      add();
      queue.notify_one();
    }
  }
};

/// One notification for two tokens: who is served passes it on.
class Baton final : public TokenScenario {
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index < 2) {
      wait_for_one();
    } else {
      add(2);
      queue.notify_one();
    }
  }
};

/// For good: a token that nobody uses up.
class NotifyAll final : public TokenScenario {
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index < 2) {
      Sleeper sleeper;
      WaitQueue::Waiter waiter{queue};
      sleeper.until([&](const engine::Waker& waker) {
        return queue.poll(waiter, waker,
                          [this] { return tokens.load(std::memory_order_relaxed) == 0 ? Luck::none : Luck::got_some; });
      });
    } else {
      add();
      queue.notify_all();
    }
  }
};

/// The waker's context ends as soon as the waiter has left.
class LeaveAgainstNotify final : public TokenScenario {
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      std::optional<Sleeper> sleeper{std::in_place};
      WaitQueue::Waiter waiter{queue};
      if (!poll(waiter, sleeper->waker())) {
        require(waiter.leave(), "who was not served is told so");
      }
      sleeper.reset();
      Execution::current()->pause();  // a call may come now
    } else {
      add();
      queue.notify_one();
    }
  }
};

/// The first of two leaves, perhaps with the only notification.
class LeaveAgainstNext final : public TokenScenario {
public:
  LeaveAgainstNext() { require(!poll(*first, sleeper.waker()), "there is nothing yet"); }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      first.reset();
    } else if (index == 1) {
      wait_for_one();
    } else {
      add();
      queue.notify_one();
    }
  }
  Sleeper sleeper;
  std::optional<WaitQueue::Waiter> first{std::in_place, queue};
};

/// A poll that nobody asked for, beside a notification: whatever it replaces, its waker is the one that is called.
class WakerIsReplaced final : public TokenScenario {
public:
  WakerIsReplaced() { require(!poll(waiter, old->waker()), "there is nothing yet"); }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      Sleeper sleeper;
      const bool served = poll(waiter, sleeper.waker());
      old.reset();
      if (!served) {
        sleeper.sleep();
        sleeper.until([&](const engine::Waker& waker) { return poll(waiter, waker); });
      }
      (void)waiter.leave();
    } else {
      add();
      queue.notify_one();
    }
  }
  std::optional<Sleeper> old{std::in_place};
  WaitQueue::Waiter waiter{queue};
};

/// Who waits is given the token by who has it, unless it leaves.
class HandOverAgainstLeave final : public TokenScenario {
public:
  HandOverAgainstLeave() {
    require(!queue.poll(*waiter, sleeper->waker(), [] { return Luck::none; }), "there is nothing yet");
  }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      Execution::current()->pause();
      served = !waiter->leave();
      waiter.reset();
      sleeper.reset();
    } else {
      queue.hand_over([this](WaitQueue::Waiter&) {
        given = true;
        return true;
      });
    }
  }
  void finish() override { require(served == given, "what is given is known to have been given"); }
  std::optional<Sleeper> sleeper{std::in_place};
  std::optional<WaitQueue::Waiter> waiter{std::in_place, queue};
  bool served = false;
  bool given = false;
};

/// The second comes when the first has been notified and has not looked yet.
class NewcomersWait final : public TokenScenario {
public:
  NewcomersWait() {
    require(!poll(first, sleeper.waker()), "there is nothing yet");
    add();
    queue.notify_one();
  }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      require(poll(first, sleeper.waker()), "who was notified first is served first");
    } else if (index == 1) {
      wait_for_one();
    } else {
      Execution::current()->pause();
      add();
      queue.notify_one();
    }
  }
  Sleeper sleeper;
  WaitQueue::Waiter first{queue};
};

// --- Signals ------------------------------------------------------------------------------------------------------

class SignalScenario : public Scenario {
protected:
  /// Waits from here to the notification, with `seen` as what is known.
  void wait(std::uint32_t seen) {
    Sleeper sleeper;
    WaitQueue::Waiter waiter{state.waits()};
    sleeper.until([&](const engine::Waker& waker) { return state.poll(waiter, waker, seen); });
  }
  bool is_told(std::uint32_t seen) {
    WaitQueue::Waiter waiter{state.waits()};
    return state.poll(waiter, {}, seen);
  }
  mailbox::SignalState state;
};

class SignalAgainstWait final : public SignalScenario {
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      wait(state.rounds());
    } else {
      state.notify();
    }
  }
  void finish() override { require(!is_told(state.rounds()), "a wait that completes uses the notification up"); }
};

class TwoWaitsOneSignal final : public SignalScenario {
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index < 2) {
      wait(0);
    } else {
      state.notify();
    }
  }
  void finish() override { require(!is_told(1), "waits that complete use the notification up"); }
};

class TwoSignals final : public SignalScenario {
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 2) {
      wait(0);
      wait(1);
    } else {
      state.notify();
    }
  }
  void finish() override { require(state.rounds() == 2, "each notification counts"); }
};

constexpr NamedScenario table[] = {
    {"wait.notify_against_register", "a notification and a registration do not miss each other",
     &make_scenario<NotifyAgainstRegister>},
    {"wait.two_waiters_two_tokens", "two notifications serve two", &make_scenario<TwoWaitersTwoTokens>},
    {"wait.baton", "who is served and leaves some passes the notification on", &make_scenario<Baton>},
    {"wait.notify_all", "everybody is told", &make_scenario<NotifyAll>},
    {"wait.leave_against_notify", "who has left is not called", &make_scenario<LeaveAgainstNotify>},
    {"wait.leave_against_next", "a notification is not lost with who leaves", &make_scenario<LeaveAgainstNext>},
    {"wait.waker_is_replaced", "a waker that was replaced is not called", &make_scenario<WakerIsReplaced>},
    {"wait.hand_over_against_leave", "who leaves knows whether it was served", &make_scenario<HandOverAgainstLeave>},
    {"wait.newcomers_wait", "a newcomer does not overtake who was notified", &make_scenario<NewcomersWait>},
    {"wait.signal_against_wait", "a notification completes one wait", &make_scenario<SignalAgainstWait>},
    {"wait.two_waits_one_signal", "a notification completes all who wait", &make_scenario<TwoWaitsOneSignal>},
    {"wait.two_signals", "each of two notifications counts", &make_scenario<TwoSignals>},
};

}  // namespace

std::span<const NamedScenario> wait_scenarios() { return table; }

}  // namespace sluice::model
