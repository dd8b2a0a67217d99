// SPDX-License-Identifier: BSL-1.0
// Futures whose deadline passes while they get what they wait for.
#include <optional>
#include <sluice/engine/mailbox/queue_backend.hpp>
#include <sluice/engine/mailbox/timed.hpp>
#include <sluice/engine/queue/ring_queue.hpp>
#include "test_timers.hpp"

namespace sluice::model {
namespace {

using mailbox::QueueFault;

/// Sleeps until its waker was called, by the wheel or by the queue. A call that is not ordered before its end is a data
/// race on `ended_`.
class Sleeper {
public:
  [[nodiscard]] engine::Waker waker() {
    return {[](void* self) noexcept { static_cast<Sleeper*>(self)->wake(); }, this};
  }
  void sleep() {
    // acquire | what the caller did before, from the release in `wake`.
    while (!woken_.exchange(false, std::memory_order_acquire)) {
      engine::spin_hint();
    }
  }
  void end() { ended_.set(true); }

private:
  void wake() {
    require(!ended_.get(), "a waker is not called after its future has ended");
    // release | what the caller did before, to the acquire in `sleep`.
    woken_.store(true, std::memory_order_release);
  }
  engine::Plain<bool> ended_;
  engine::Atomic<bool> woken_{false};
};

/// A message with a number, which is not 0.
using Message = std::uint32_t;
using Queue = mailbox::QueueBackend<Message, engine::RingQueue>;

/// A queue with one place; it is 0 ms, and the deadline is at 70 ms.
class TimedScenario : public Scenario {
protected:
  template <class Future>
  [[nodiscard]] auto timed(Future future) {
    return mailbox::with_deadline(std::move(future), wheel, SharedClock::tick(70));
  }
  using TimedOffer = mailbox::Timed<mailbox::OfferFuture<Message>>;
  using TimedPoll = mailbox::Timed<mailbox::PollFuture<Message>>;

  /// Polls whenever it was woken, until there is an answer.
  template <class Future>
  [[nodiscard]] Future::Output wait(Future& future) {
    for (;;) {
      sleeper.sleep();
      if (auto answer = future.poll(sleeper.waker())) {
        return *std::move(answer);
      }
    }
  }

  void pass_deadline() {
    clock.move_to(100);
    wheel.advance();
  }

  /// The next message, or 0.
  [[nodiscard]] Message take() {
    const auto answer = queue.try_poll();
    require(answer.has_value(), "the queue is open");
    return answer->value_or(0);
  }

  SharedClock clock;
  engine::TimerWheel wheel{clock};
  Queue queue{Overflow::block, 1u};
  Sleeper sleeper;
};

/// Message 1 waits for the place of message 10.
class OfferScenario : public TimedScenario {
protected:
  OfferScenario() {
    require(queue.try_offer(10).is_accepted(), "there is room");
    offer.emplace(queue.offer_blocking(1), wheel, SharedClock::tick(70));
    require(!offer->poll(sleeper.waker()).has_value(), "there is no room");
  }
  [[nodiscard]] std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      act();
      offer.reset();
      sleeper.end();
    } else if (index == 1) {
      require(take() == 10, "the oldest message comes first");
    } else {
      pass_deadline();
    }
  }
  void finish() override {
    const Message left = take();
    require(left == 0 || left == 1, "nothing else was offered");
    require(take() == 0, "no message comes twice");
    require(wheel.size() == 0, "no timer is left");
    judge(left == 1);
  }
  virtual void act() = 0;
  virtual void judge(bool is_in) = 0;

  std::optional<TimedOffer> offer;
};

class TimeoutAgainstHandOver final : public OfferScenario {
  void act() override {
    auto answer = wait(*offer);
    if (!answer.has_value()) {
      require(answer.error().fault() == QueueFault::timed_out, "it fails for one reason");
      require(answer.error().take_message() == 1, "its own message comes back");
      returned = true;
    }
  }
  void judge(bool is_in) override { require(is_in != returned, "a message is in the queue or comes back, not both"); }
  bool returned = false;
};

/// Nobody asks for the answer.
class EndAgainstTimeout final : public OfferScenario {
  void act() override {}
  void judge(bool) override {}
};

/// Two wait for the one message: the first with a deadline.
class PollAgainstOffer final : public TimedScenario {
public:
  PollAgainstOffer() {
    require(!first.poll(sleeper.waker()).has_value(), "there is no message");
    require(!second.poll(second_wakes.waker()).has_value(), "there is no message");
  }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      const auto answer = wait(first);
      received = answer.has_value() ? *answer : 0;
    } else if (index == 1) {
      require(queue.try_offer(1).is_accepted(), "there is room");
    } else {
      pass_deadline();
    }
  }
  void finish() override {
    if (received == 0) {
      require(second_wakes.count() == 1, "who gives up tells the next one of the message");
      const auto answer = second.poll(second_wakes.waker());
      require(answer.has_value() && answer->has_value() && **answer == 1, "the message is left to the next one");
    }
    require(take() == 0, "no message comes twice");
    require(wheel.size() == 0, "no timer is left");
  }
  TimedPoll first = timed(queue.poll_blocking());
  mailbox::PollFuture<Message> second = queue.poll_blocking();
  Wakes second_wakes;
  Message received = 0;
};

/// The first poll is under way when the deadline passes.
class TimeoutAgainstFirstPoll final : public TimedScenario {
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      auto poll = timed(queue.poll_blocking());
      if (!poll.poll(sleeper.waker()).has_value()) {
        require(!wait(poll).has_value(), "there is no message");
      }
      done.store(true, std::memory_order_relaxed);  // relaxed: it hands over nothing
      return;
    }
    clock.move_to(100);
    while (!done.load(std::memory_order_relaxed)) {  // relaxed: as above
      wheel.advance();
      engine::spin_hint();
    }
  }
  void finish() override { require(wheel.size() == 0, "no timer is left"); }
  engine::Atomic<bool> done{false};
};

constexpr NamedScenario table[] = {
    {"timed.timeout_against_hand_over", "a message is in the queue or comes back",
     &make_scenario<TimeoutAgainstHandOver>},
    {"timed.end_against_timeout", "a future may end whatever happens to it", &make_scenario<EndAgainstTimeout>},
    {"timed.poll_against_offer", "a message is left to who still waits", &make_scenario<PollAgainstOffer>},
    {"timed.timeout_against_first_poll", "a deadline that passes is noticed", &make_scenario<TimeoutAgainstFirstPoll>},
};

}  // namespace

std::span<const NamedScenario> timed_scenarios() { return table; }

}  // namespace sluice::model
