// SPDX-License-Identifier: BSL-1.0
// System messages: their list, and their way past everything that holds user messages up.
#include <sluice_model/scenarios.hpp>
#include "test_mailbox.hpp"

namespace sluice::model {
namespace {

struct Signal : engine::SystemNode {
  engine::Plain<std::uint32_t> number{0};
};

class PushAgainstDrain final : public Scenario {
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index < 2) {
      for (Signal& signal : signals[index]) {
        signal.number.set(index * 2 + static_cast<std::uint32_t>(&signal - signals[index]) + 1);
        require(queue.push(signal), "an open queue takes messages");
      }
      return;
    }
    while (drained < 4) {
      for (engine::SystemNode* node = queue.drain(); node != nullptr; node = node->next.get()) {
        const std::uint32_t number = static_cast<Signal*>(node)->number.get();
        require(number % 2 == 1 || (seen & (1u << (number - 1))) != 0, "one sender's messages keep their order");
        seen |= 1u << number;
        ++drained;
      }
      engine::spin_hint();
    }
  }
  void finish() override { require(seen == 0b11110, "each message comes once"); }

  engine::SystemQueue queue;
  Signal signals[2][2];
  std::uint32_t drained = 0;
  std::uint32_t seen = 0;
};

class PushAgainstSentinel final : public Scenario {
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index < 2) {
      refused.fetch_add(queue.push(signals[index]) ? 0 : 1, std::memory_order_relaxed);
      return;
    }
    for (engine::SystemNode* node = queue.drain(); node != nullptr; node = node->next.get()) {
      ++drained;
    }
    for (engine::SystemNode* node = queue.close(); node != nullptr; node = node->next.get()) {
      ++drained;
    }
  }
  void finish() override {
    require(drained + refused.load(std::memory_order_relaxed) == 2, "a message is drained or refused");
    require(!queue.push(late), "a closed queue stays closed");
  }

  engine::SystemQueue queue;
  Signal signals[2], late;
  std::uint32_t drained = 0;
  engine::Atomic<std::uint32_t> refused{0};
};

class SystemAgainstRun final : public MailboxScenario<2> {
  void act(std::uint32_t index) override {
    if (index == 0) {
      require(mailbox.post_system(signal), "an open mailbox takes system messages");
    } else {
      mailbox.send(1);
    }
  }
  void finish() override {
    require(mailbox.handled() == 1 && mailbox.handled_system() == 1, "lost wake-up: a message was not handled");
  }
  Signal signal;
};

class SystemWhileSuspended final : public MailboxScenario<3> {
  void act(std::uint32_t index) override {
    if (index == 0) {
      require(mailbox.post_system(signal), "an open mailbox takes system messages");
    } else if (index == 1) {
      mailbox.suspend();
    } else {
      mailbox.send(1);
    }
  }
  void finish() override { require(mailbox.handled_system() == 1, "a system message waits for a suspended mailbox"); }
  Signal signal;
};

class SystemAgainstClose final : public MailboxScenario<3> {
  void act(std::uint32_t index) override {
    if (index == 0) {
      refused.fetch_add(mailbox.post_system(signal) ? 0 : 1, std::memory_order_relaxed);
    } else if (index == 1) {
      mailbox.close();
    } else {
      mailbox.send(1);
    }
  }
  void finish() override {
    require(mailbox.handled_system() + refused.load(std::memory_order_relaxed) == 1,
            "a system message is handled or refused");
    require(mailbox.handled() + mailbox.dead() == 1, "a message is stranded in a closed mailbox");
    require(mailbox.closings() == 1, "a closed mailbox says so once");
  }
  Signal signal;
  engine::Atomic<std::uint32_t> refused{0};
};

/// Supervision's shape: a parked mailbox gets a system message and, from elsewhere, its resume.
class SystemAgainstResume final : public MailboxScenario<2> {
public:
  SystemAgainstResume() {
    mailbox.suspend();
    mailbox.send(1);
  }

private:
  void act(std::uint32_t index) override {
    if (index == 0) {
      require(mailbox.post_system(signal), "an open mailbox takes system messages");
    } else {
      mailbox.resume();
    }
  }
  void finish() override {
    require(mailbox.handled() == 1 && mailbox.handled_system() == 1, "lost wake-up: a message was not handled");
  }
  Signal signal;
};

constexpr NamedScenario table[] = {
    {"system.push_against_drain", "each message comes once, in its sender's order", &make_scenario<PushAgainstDrain>},
    {"system.push_against_sentinel", "a message is drained or refused", &make_scenario<PushAgainstSentinel>},
    {"system.against_run", "no system message is lost", &make_scenario<SystemAgainstRun>},
    {"system.while_suspended", "a suspended mailbox runs system messages", &make_scenario<SystemWhileSuspended>},
    {"system.against_resume", "unparking from two sides submits once", &make_scenario<SystemAgainstResume>},
    {"system.against_close", "handled or refused, never stranded", &make_scenario<SystemAgainstClose>},
};

}  // namespace

std::span<const NamedScenario> system_scenarios() { return table; }

}  // namespace sluice::model
