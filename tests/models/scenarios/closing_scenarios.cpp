// SPDX-License-Identifier: BSL-1.0
// Closing against posting and running: one finalizer at a time, nothing stranded, one announcement.
#include <sluice_model/scenarios.hpp>
#include "test_mailbox.hpp"

namespace sluice::model {
namespace {

template <std::uint32_t Others, std::uint32_t Sent, class Box = TestMailbox>
class ClosingScenario : public MailboxScenario<Others, 1, Box> {
protected:
  void finish() override {
    require(this->mailbox.handled() + this->mailbox.dead() == Sent, "a message is stranded in a closed mailbox");
    require(this->mailbox.closings() == 1, "a closed mailbox says so once");
  }
};

class CloseAgainstPost final : public ClosingScenario<2, 1> {
  void act(std::uint32_t index) override {
    if (index == 0) {
      mailbox.send(1);
    } else {
      mailbox.close();
    }
  }
};

class CloseAgainstRun final : public ClosingScenario<1, 2> {
  void act(std::uint32_t) override {
    mailbox.send(1);
    mailbox.send(2);
    mailbox.close();
  }
};

class CloseTwice final : public ClosingScenario<2, 1> {
  void act(std::uint32_t index) override {
    if (index == 0) {
      mailbox.send(1);
    }
    mailbox.close();
  }
};

class LateSenders final : public ClosingScenario<3, 2> {
  void act(std::uint32_t index) override {
    if (index == 0) {
      mailbox.close();
    } else {
      mailbox.send(1);
    }
  }
};

class LateAfterTheEnd final : public ClosingScenario<2, 2> {
public:
  LateAfterTheEnd() { mailbox.close(); }

private:
  void act(std::uint32_t) override { mailbox.send(1); }
};

/// A handler that closes its own mailbox.
class Quitter final : public TestMailbox {
public:
  using TestMailbox::TestMailbox;

private:
  void handle(engine::Envelope& envelope) noexcept override {
    TestMailbox::handle(envelope);
    close();
  }
};

class CloseFromTheHandler final : public ClosingScenario<2, 2, Quitter> {
  void act(std::uint32_t) override { mailbox.send(1); }
};

constexpr NamedScenario table[] = {
    {"close.against_post", "a message is handled or a dead letter", &make_scenario<CloseAgainstPost>},
    {"close.against_run", "the runner leaves nothing behind", &make_scenario<CloseAgainstRun>},
    {"close.twice", "two closers announce once", &make_scenario<CloseTwice>},
    {"close.late_senders", "late pushes are not stranded", &make_scenario<LateSenders>},
    {"close.after_the_end", "late pushes are drained by their senders", &make_scenario<LateAfterTheEnd>},
    {"close.from_the_handler", "an actor can end itself", &make_scenario<CloseFromTheHandler>},
};

}  // namespace

std::span<const NamedScenario> closing_scenarios() { return table; }

}  // namespace sluice::model
