// SPDX-License-Identifier: BSL-1.0
// Suspending, resuming and waiting handlers.
#include <sluice_model/scenarios.hpp>
#include "test_mailbox.hpp"

namespace sluice::model {
namespace {

class SuspendAgainstPost final : public MailboxScenario<2> {
  void act(std::uint32_t index) override {
    if (index == 0) {
      mailbox.send(1);
    } else {
      mailbox.suspend();
      mailbox.resume();
    }
  }
  void finish() override { require(mailbox.handled() == 1, "a message is lost around a suspend"); }
};

class SuspendHolds final : public MailboxScenario<2> {
public:
  SuspendHolds() { mailbox.suspend(); }

private:
  void act(std::uint32_t) override { mailbox.send(1); }
  void finish() override {
    require(mailbox.handled() == 0, "a suspended mailbox handles no user message");
    require(executor.submissions() == 0, "a suspended mailbox costs its executor nothing");
  }
};

class TwoResumes final : public MailboxScenario<3> {
public:
  TwoResumes() {
    mailbox.suspend();
    mailbox.suspend();
  }

private:
  void act(std::uint32_t index) override {
    if (index == 0) {
      mailbox.send(1);
    } else {
      mailbox.resume();
    }
  }
  void finish() override { require(mailbox.handled() == 1, "the last resume lets a waiting message run"); }
};

class SuspendAgainstClose final : public MailboxScenario<3> {
public:
  SuspendAgainstClose() { mailbox.send(1); }

private:
  void act(std::uint32_t index) override {
    if (index == 0) {
      mailbox.suspend();
    } else if (index == 1) {
      mailbox.send(2);
    } else {
      mailbox.close();
    }
  }
  void finish() override {
    require(mailbox.handled() + mailbox.dead() == 2, "a message is stranded in a closed mailbox");
    require(mailbox.closings() == 1, "a closed mailbox says so once");
  }
};

/// Its handler waits after the first message; `resume_handler` goes on with it.
class Waiter final : public TestMailbox {
public:
  using TestMailbox::TestMailbox;
  /// What the handler waits for comes; perhaps before it waits.
  void complete() {
    answer_.set(42);
    complete_await();
  }
  [[nodiscard]] std::uint32_t resumed() const { return resumed_.get(); }
  [[nodiscard]] bool overtaken() const { return overtaken_.get(); }

private:
  void handle(engine::Envelope& envelope) noexcept override {
    if (handled() == 0) {
      begin_await();
    } else if (resumed() == 0) {
      overtaken_.set(true);
    }
    TestMailbox::handle(envelope);
  }
  void resume_handler() noexcept override {
    require(answer_.get() == 42, "a handler is resumed before what it waits for has come");
    count(resumed_);
  }

  engine::Plain<std::uint32_t> answer_;
  engine::Plain<std::uint32_t> resumed_;
  engine::Plain<bool> overtaken_;
};

template <std::uint32_t Others>
class AwaitScenario : public MailboxScenario<Others, 1, Waiter> {
protected:
  void finish() override {
    require(this->mailbox.resumed() == 1, "a waiting handler is never resumed");
    require(this->mailbox.handled() == 2, "a message behind a waiting handler is lost");
    require(!this->mailbox.overtaken(), "a message overtakes the waiting handler");
  }
};

class AwaitAgainstCompletion final : public AwaitScenario<2> {
  void act(std::uint32_t index) override {
    if (index == 0) {
      mailbox.send(1);
      mailbox.send(2);
    } else {
      mailbox.complete();
    }
  }
};

/// Nothing comes behind the message that waits: only the completion can wake the mailbox.
class AwaitAlone final : public MailboxScenario<2, 1, Waiter> {
  void act(std::uint32_t index) override {
    if (index == 0) {
      mailbox.send(1);
    } else {
      mailbox.complete();
    }
  }
  void finish() override { require(mailbox.resumed() == 1, "a waiting handler is never resumed"); }
};

class AwaitUnderSuspend final : public AwaitScenario<3> {
  void act(std::uint32_t index) override {
    if (index == 0) {
      mailbox.send(1);
      mailbox.send(2);
    } else if (index == 1) {
      mailbox.complete();
    } else {
      mailbox.suspend();
      mailbox.resume();
    }
  }
};

class AwaitAgainstClose final : public MailboxScenario<3, 1, Waiter> {
  void act(std::uint32_t index) override {
    if (index == 0) {
      mailbox.send(1);
      mailbox.send(2);
    } else if (index == 1) {
      mailbox.complete();
    } else {
      mailbox.close();
    }
  }
  void finish() override {
    require(mailbox.handled() + mailbox.dead() == 2, "a message is stranded in a closed mailbox");
    require(mailbox.closings() == 1, "a closed mailbox says so once");
  }
};

/// Its handlers wait while it handles messages.
class BusyWaiter final : public TestMailbox {
public:
  using TestMailbox::TestMailbox;
  void complete() {
    answer_.set(42);
    nudge();
  }
  [[nodiscard]] std::uint32_t resumed() const { return resumed_.get(); }

private:
  void resume_handler() noexcept override {
    require(answer_.get() == 42, "a handler is resumed before what it waits for has come");
    count(resumed_);
  }

  engine::Plain<std::uint32_t> answer_;
  engine::Plain<std::uint32_t> resumed_;
};

class NudgeAgainstPost final : public MailboxScenario<2, 1, BusyWaiter> {
  void act(std::uint32_t index) override {
    if (index == 0) {
      mailbox.send(1);
      mailbox.send(2);
    } else {
      mailbox.complete();
    }
  }
  void finish() override {
    require(mailbox.resumed() == 1, "a handler that waits beside others is never resumed");
    require(mailbox.handled() == 2, "a message beside a waiting handler is lost");
  }
};

class NudgeUnderSuspend final : public MailboxScenario<2, 1, BusyWaiter> {
public:
  NudgeUnderSuspend() { mailbox.suspend(); }

private:
  void act(std::uint32_t index) override {
    if (index == 0) {
      mailbox.complete();
    } else {
      mailbox.resume();
    }
  }
  void finish() override { require(mailbox.resumed() == 1, "a resume forgets who may go on"); }
};

class NudgeHeld final : public MailboxScenario<2, 1, BusyWaiter> {
public:
  NudgeHeld() { mailbox.suspend(); }

private:
  void act(std::uint32_t index) override {
    if (index == 0) {
      mailbox.complete();
    } else {
      mailbox.send(1);
    }
  }
  void finish() override {
    require(mailbox.resumed() == 0 && mailbox.handled() == 0, "a suspended mailbox goes on");
    require(executor.submissions() == 0, "a suspended mailbox costs its executor nothing");
  }
};

class NudgeAgainstClose final : public MailboxScenario<3, 1, BusyWaiter> {
  void act(std::uint32_t index) override {
    if (index == 0) {
      mailbox.send(1);
    } else if (index == 1) {
      mailbox.complete();
    } else {
      mailbox.close();
    }
  }
  void finish() override {
    require(mailbox.handled() + mailbox.dead() == 1, "a message is stranded in a closed mailbox");
    require(mailbox.closings() == 1, "a closed mailbox says so once");
  }
};

constexpr NamedScenario table[] = {
    {"suspend.against_post", "no message is lost around suspend and resume", &make_scenario<SuspendAgainstPost>},
    {"suspend.holds", "no user message runs while suspended", &make_scenario<SuspendHolds>},
    {"suspend.two_resumes", "two suspends need two resumes", &make_scenario<TwoResumes>},
    {"suspend.against_close", "a parked mailbox can be closed", &make_scenario<SuspendAgainstClose>},
    {"await.against_completion", "a completed wait goes on, before later messages",
     &make_scenario<AwaitAgainstCompletion>},
    {"await.alone", "a completed wait goes on, though nothing else comes", &make_scenario<AwaitAlone>},
    {"await.under_suspend", "the same with a suspend in between", &make_scenario<AwaitUnderSuspend>},
    {"await.against_close", "a waiting mailbox can be closed", &make_scenario<AwaitAgainstClose>},
    {"nudge.against_post", "a handler that waits beside others goes on", &make_scenario<NudgeAgainstPost>},
    {"nudge.under_suspend", "the same after a suspend", &make_scenario<NudgeUnderSuspend>},
    {"nudge.held", "but not during one", &make_scenario<NudgeHeld>},
    {"nudge.against_close", "a mailbox is closed though a handler may go on", &make_scenario<NudgeAgainstClose>},
};

}  // namespace

std::span<const NamedScenario> blocking_scenarios() { return table; }

}  // namespace sluice::model
