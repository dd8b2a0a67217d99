// SPDX-License-Identifier: BSL-1.0
// An executor that refuses: nothing is lost, it is told, and whoever comes next tries again.
#include <optional>
#include <sluice_model/scenarios.hpp>
#include "lane_mailbox.hpp"

namespace sluice::model {
namespace {

using Kind = engine::MailboxEvent::Kind;

constexpr std::uint32_t all_attempts = 1 + engine::Dispatcher::submit_retries;

/// One worker behind an executor that refuses everything at first.
template <std::uint32_t Others, class Box = TestMailbox>
class RejectionScenario : public Scenario {
public:
  [[nodiscard]] std::uint32_t threads() const final { return Others + 1; }

  void thread(std::uint32_t index) final {
    if (index < Others) {
      act(index);
    } else {
      executor.work();
    }
  }

protected:
  virtual void act(std::uint32_t index) = 0;

  /// Whatever the mailbox was refused for is tried again, and run.
  void try_again() {
    picky.refuse(0);
    (void)mailbox.register_for_execution(false, false);
    executor.run_all();
  }

  ModelExecutor executor;
  PickyExecutor picky{executor, all_attempts};
  CountingEvents events;
  Box mailbox{picky, nullptr, {.events = &events}};
};

/// The attempts of one post are refused; the other one may find it responsible, or try again.
class RejectAgainstPost final : public RejectionScenario<2> {
  void act(std::uint32_t index) override { mailbox.send(static_cast<int>(index)); }
  void finish() override {
    require(events.count(Kind::rejected) == 1, "a rejection is told once");
    try_again();
    require(mailbox.handled() == 2, "what was refused is kept and tried again");
  }
};

/// It is refused for ever: that is told once, until it was accepted.
class RejectedIsToldOnce final : public RejectionScenario<2> {
public:
  RejectedIsToldOnce() { picky.refuse(PickyExecutor::always); }

private:
  void act(std::uint32_t index) override { mailbox.send(static_cast<int>(index)); }
  void finish() override {
    require(events.count(Kind::rejected) == 1, "a rejection is told once");
    try_again();
    require(mailbox.handled() == 2, "what was refused is kept and tried again");
    picky.refuse(PickyExecutor::always);
    mailbox.send(3);
    require(events.count(Kind::rejected) == 2, "it is told again after an acceptance");
  }
};

class RejectAgainstClose final : public RejectionScenario<2> {
  void act(std::uint32_t index) override {
    if (index == 0) {
      mailbox.send(1);
    } else {
      mailbox.close();
    }
  }
  void finish() override {
    require(mailbox.handled() + mailbox.dead() == 1, "a message is stranded in a closed mailbox");
    require(mailbox.closings() == 1, "a closed mailbox says so once");
  }
};

/// A suspend comes while a post is refused; the resume after it tries again.
class RejectAgainstSuspend final : public RejectionScenario<2> {
  void act(std::uint32_t index) override {
    if (index == 0) {
      mailbox.send(1);
    } else {
      mailbox.suspend();
      mailbox.suspend();
      mailbox.resume();
    }
  }
  void finish() override {
    picky.refuse(0);
    require(!mailbox.register_for_execution(true, false), "a suspended mailbox is not run for a user message");
    mailbox.resume();
    executor.run_all();
    require(mailbox.handled() == 1, "the last resume tries again");
  }
};

/// A system message is refused while the mailbox is suspended.
class RejectSystemWhileSuspended final : public RejectionScenario<2> {
public:
  RejectSystemWhileSuspended() { mailbox.suspend(); }

private:
  void act(std::uint32_t index) override { require(mailbox.post_system(signals[index]), "it is not closed"); }
  void finish() override {
    try_again();
    require(mailbox.handled_system() == 2, "what was refused is kept and tried again");
    mailbox.resume();
  }
  engine::SystemNode signals[2];
};

/// Its handler waits after the first message.
class Awaiter final : public TestMailbox {
public:
  using TestMailbox::TestMailbox;
  [[nodiscard]] std::uint32_t resumed() const { return resumed_.get(); }

private:
  void handle(engine::Envelope& envelope) noexcept override {
    TestMailbox::handle(envelope);
    begin_await();
  }
  void resume_handler() noexcept override { count(resumed_); }
  engine::Plain<std::uint32_t> resumed_;
};

/// What the handler waits for comes, and nothing else does: the run for it is refused, perhaps that after its slice.
class RejectAgainstCompletion final : public RejectionScenario<1, Awaiter> {
public:
  RejectAgainstCompletion() {
    picky.refuse(0);
    mailbox.send(1);
    picky.refuse(all_attempts);
  }

private:
  void act(std::uint32_t) override { mailbox.complete_await(); }
  void finish() override {
    try_again();
    require(mailbox.resumed() == 1, "a handler waits for ever, though what it waits for has come");
  }
};

/// The run for a handler is refused; what it waits for is told once more.
class WakeAfterRejection final : public RejectionScenario<2, Awaiter> {
public:
  WakeAfterRejection() {
    picky.refuse(0);
    mailbox.send(1);
    executor.run_all();
    picky.refuse(all_attempts);
    mailbox.complete_await();
    picky.refuse(0);
  }

private:
  void act(std::uint32_t) override { mailbox.complete_await(); }
  void finish() override { require(mailbox.resumed() >= 1, "a handler sleeps through a wake that would be accepted"); }
};

/// Wakes a thread when a rejection is told.
class WakingEvents final : public engine::EventSink {
public:
  void publish(const engine::MailboxEvent& event) noexcept override {
    if (event.kind == Kind::rejected) {
      sleeper.waker().wake();
    }
  }
  Sleeper sleeper;
};

/// Who hears of the rejection tries again, and once is enough.
class RejectedIsHeard final : public Scenario {
  [[nodiscard]] std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      mailbox.send(1);
    } else if (index == 1) {
      events.sleeper.sleep();
      (void)mailbox.register_for_execution(false, false);
    } else {
      executor.work();
    }
  }
  void finish() override { require(mailbox.handled() == 1, "a retry is lost beside the rejection that it is for"); }

  ModelExecutor executor;
  PickyExecutor picky{executor, all_attempts};
  WakingEvents events;
  TestMailbox mailbox{picky, nullptr, {.events = &events}};
};

/// A handler that offers to a full mailbox, and goes with what it has when its own mailbox has closed.
class Offerer final : public TestMailbox {
public:
  using TestMailbox::TestMailbox;

  void offer_to(LaneMailbox& target) {
    offer_.emplace(target, *engine::EnvelopeOf<int>::make(2));
    send(1);
  }
  [[nodiscard]] bool is_over() const { return !offer_.has_value(); }

private:
  void handle(engine::Envelope& envelope) noexcept override {
    TestMailbox::handle(envelope);
    poll_offer();
  }
  void resume_handler() noexcept override { poll_offer(); }
  void on_closed() noexcept override {
    TestMailbox::on_closed();
    offer_.reset();
  }
  void poll_offer() {
    if (offer_->poll(await_waker()).has_value()) {
      offer_.reset();
    } else {
      begin_await();
    }
  }
  std::optional<engine::MailboxOffer> offer_;
};

/// Room comes for a handler that waits; the run for it is refused within the wake, while its mailbox is closed.
class RejectInAWake final : public Scenario {
public:
  RejectInAWake() {
    target.suspend();
    target.send(1);
    sender.offer_to(target);
    executor.run_all();
    picky.refuse(PickyExecutor::always);
    target.resume();
  }

private:
  [[nodiscard]] std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      other.run_all();
    } else {
      sender.close();
    }
  }
  void finish() override {
    picky.refuse(0);
    (void)sender.register_for_execution(false, false);
    require(sender.closings() == 1 && sender.is_over(), "a mailbox that was closed ends when it is tried again");
    other.run_all();
    require(target.handled() + target.lost() == 2, "an offer that was accepted is handled, any other a dead letter");
  }

  ModelExecutor executor;
  PickyExecutor picky{executor, 0};
  ModelExecutor other;
  LaneMailbox target{other, Overflow::block, 1};
  Offerer sender{picky};
};

constexpr NamedScenario table[] = {
    {"reject.against_post", "messages are kept, and tried again", &make_scenario<RejectAgainstPost>},
    {"reject.told_once", "a rejection is told once until an acceptance", &make_scenario<RejectedIsToldOnce>},
    {"reject.against_close", "who is refused ends what was closed meanwhile", &make_scenario<RejectAgainstClose>},
    {"reject.against_suspend", "a resume tries again", &make_scenario<RejectAgainstSuspend>},
    {"reject.system_while_suspended", "system messages are kept, too", &make_scenario<RejectSystemWhileSuspended>},
    {"reject.against_completion", "a handler that may go on is tried again", &make_scenario<RejectAgainstCompletion>},
    {"reject.in_a_wake", "a wake ends nothing, also if it is refused", &make_scenario<RejectInAWake>},
    {"reject.wake_after", "a wake after a refused one tries again", &make_scenario<WakeAfterRejection>},
    {"reject.heard", "who hears of a rejection can have it tried again", &make_scenario<RejectedIsHeard>},
};

}  // namespace

std::span<const NamedScenario> rejection_scenarios() { return table; }

}  // namespace sluice::model
