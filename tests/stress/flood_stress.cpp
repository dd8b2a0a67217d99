// SPDX-License-Identifier: BSL-1.0
// Eight threads send to four mailboxes as fast as these follow.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <sluice/engine/mailbox.hpp>
#include <sluice_test/own_dispatcher.hpp>

#include "crowd.hpp"

namespace sluice::stress {
namespace {

using namespace engine;

constexpr std::uint32_t senders = 8;
constexpr std::uint32_t receivers = 4;
constexpr std::uint32_t window = 2'000;  // messages that one sender may be ahead of one receiver

constexpr trace::Label label{"Receiver", "run", __FILE__, __LINE__, 0};

class Receiver final : private sluice_test::OwnDispatcher, public Mailbox {
public:
  explicit Receiver(Executor& executor) noexcept : OwnDispatcher{executor}, Mailbox{dispatcher, label} {}

  void send(std::uint32_t sender, std::uint32_t number) noexcept {
    yield_until([&] { return number < handled_[sender].load(std::memory_order_relaxed) + window; });
    post(make_numbered(sender, number));
  }

  [[nodiscard]] const OrderCheck<senders>& order() const noexcept { return order_; }

private:
  void handle(Envelope& envelope) noexcept override {
    const Numbered message = numbered(envelope);
    order_.see(message);
    handled_[message.sender].store(message.number + 1, std::memory_order_relaxed);
  }
  void handle_system(SystemNode&) noexcept override {}
  void resume_handler() noexcept override {}
  void dead_letter(Envelope&, DeadLetterReason) noexcept override {}
  void on_closed() noexcept override {}

  OrderCheck<senders> order_;
  std::atomic<std::uint32_t> handled_[senders]{};  // relaxed: it must not order what the mailbox has to order
};

TEST(FloodStress, eight_senders_to_four_mailboxes_lose_nothing_and_keep_their_order) {
  const auto each = static_cast<std::uint32_t>(share_of_messages(60) / (senders * receivers));
  Workers workers;
  std::unique_ptr<Receiver> receiver[receivers];
  for (auto& one : receiver) {
    one = std::make_unique<Receiver>(workers.executor());
  }

  on_threads(senders, [&](std::uint32_t sender) {
    for (std::uint32_t number = 0; number < each; ++number) {
      for (auto& one : receiver) {
        one->send(sender, number);
      }
    }
  });
  workers.executor().drain();

  for (const auto& one : receiver) {
    EXPECT_EQ(one->order().errors(), 0u);
    for (std::uint32_t sender = 0; sender < senders; ++sender) {
      EXPECT_EQ(one->order().seen(sender), each);
    }
  }
}

}  // namespace
}  // namespace sluice::stress
