// SPDX-License-Identifier: BSL-1.0
// Posting against running: the handshake that everything rests on.
#include <sluice_model/scenarios.hpp>
#include "test_mailbox.hpp"

namespace sluice::model {
namespace {

/// The bare handshake: the real queue and state word, and the least around them. The explorer's speed is measured on
/// it (`--reference`).
class Handshake final : public Scenario {
  struct Item : engine::MpscNode {
    engine::Plain<std::uint32_t> number{0};
  };

  class Runner final : public engine::Runnable {
  public:
    explicit Runner(ModelExecutor& executor) : executor_{executor} {}

    void post(Item& item) {
      item.number.set(1);
      queue_.push(item);
      attend(state_.post());
    }
    void run() noexcept override {
      while (engine::MpscNode* const node = queue_.pop()) {
        sum_.set(sum_.get() + static_cast<Item*>(node)->number.get());
      }
      attend(state_.end_run(!queue_.is_empty()));
    }
    [[nodiscard]] std::uint32_t sum() const { return sum_.get(); }

  private:
    void attend(engine::MailboxState::Duty duty) {
      using Duty = engine::MailboxState::Duty;
      if (duty == Duty::recheck) {
        duty = queue_.has_arrivals() ? state_.post() : Duty::nothing;
      }
      if (duty == Duty::schedule) {
        (void)executor_.submit(*this);
      }
    }

    engine::MpscQueue queue_;
    engine::MailboxState state_;
    engine::Plain<std::uint32_t> sum_{0};
    ModelExecutor& executor_;
  };

  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index < 2) {
      runner.post(items[index]);
    } else {
      executor.work();
    }
  }
  void finish() override { require(runner.sum() == 2, "lost wake-up: a message was not handled"); }

  ModelExecutor executor;
  Runner runner{executor};
  Item items[2];
};

/// `Senders` threads send one message each.
template <std::uint32_t Senders, std::uint32_t Workers>
class Send final : public MailboxScenario<Senders, Workers> {
  void act(std::uint32_t index) override { this->mailbox.send(static_cast<int>(index)); }
  void finish() override { require(this->mailbox.handled() == Senders, "lost wake-up: a message was not handled"); }
};

/// One thread sends twice, so that the second send meets the end of the first run.
class SendTwice final : public MailboxScenario<1> {
  void act(std::uint32_t) override {
    mailbox.send(1);
    mailbox.send(2);
  }
  void finish() override { require(mailbox.handled() == 2, "lost wake-up: a message was not handled"); }
};

/// The handler sends to its own mailbox.
class Echo final : public TestMailbox {
public:
  using TestMailbox::TestMailbox;

private:
  void handle(engine::Envelope& envelope) noexcept override {
    TestMailbox::handle(envelope);
    const int number = static_cast<engine::EnvelopeOf<int>&>(envelope).message;
    if (number > 0) {
      send(number - 1);
    }
  }
};

class SendToItself final : public MailboxScenario<1, 2, Echo> {
  void act(std::uint32_t) override { mailbox.send(1); }
  void finish() override { require(mailbox.handled() == 2, "lost wake-up: a message was not handled"); }
};

/// Two mailboxes hand a message to and fro; each goes idle in between.
class Rally final : public Scenario {
  class Player final : public TestMailbox {
  public:
    using TestMailbox::TestMailbox;
    Player* other = nullptr;

  private:
    void handle(engine::Envelope& envelope) noexcept override {
      TestMailbox::handle(envelope);
      const int left = static_cast<engine::EnvelopeOf<int>&>(envelope).message;
      if (left > 0) {
        other->send(left - 1);
      }
    }
  };

public:
  Rally() {
    ping.other = &pong;
    pong.other = &ping;
  }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      ping.send(2);
    } else {
      executor.work();
    }
  }
  void finish() override { require(ping.handled() == 2 && pong.handled() == 1, "the rally goes on to its end"); }

  ModelExecutor executor;
  Player ping{executor}, pong{executor};
};

constexpr NamedScenario table[] = {
    {"handshake.reference", "push and post against end_run and re-check", &make_scenario<Handshake>},
    {"mailbox.two_senders", "no message is lost", &make_scenario<Send<2, 1>>},
    {"mailbox.three_senders", "no message is lost", &make_scenario<Send<3, 1>>},
    {"mailbox.two_senders_two_workers", "no message is lost, one worker runs at a time", &make_scenario<Send<2, 2>>},
    {"mailbox.send_twice", "a send that meets the end of a run is not lost", &make_scenario<SendTwice>},
    {"mailbox.send_to_itself", "a handler's own send is not lost", &make_scenario<SendToItself>},
    {"mailbox.rally", "two mailboxes wake each other", &make_scenario<Rally>},
};

}  // namespace

std::span<const NamedScenario> mailbox_scenarios() { return table; }

}  // namespace sluice::model
