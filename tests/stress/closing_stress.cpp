// SPDX-License-Identifier: BSL-1.0
// Senders race two closers, round after round: every message is handled or a dead letter, and the end is told once.
#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <optional>
#include <sluice/engine/mailbox.hpp>
#include <sluice_test/own_dispatcher.hpp>

#include "crowd.hpp"

namespace sluice::stress {
namespace {

using namespace engine;

constexpr std::uint32_t senders = 6;
constexpr std::uint32_t closers = 2;
constexpr std::uint32_t each = 50;

constexpr trace::Label label{"Closing", "run", __FILE__, __LINE__, 0};

class Closing final : private sluice_test::OwnDispatcher, public Mailbox {
public:
  explicit Closing(Executor& executor) noexcept : OwnDispatcher{executor}, Mailbox{dispatcher, label} {}

  OrderCheck<senders> order;
  std::uint64_t handled = 0;
  std::uint64_t dead = 0;
  std::uint32_t signals = 0;
  std::uint32_t closings = 0;

private:
  void handle(Envelope& envelope) noexcept override {
    order.see(numbered(envelope));
    ++handled;
  }
  void handle_system(SystemNode&) noexcept override { ++signals; }
  void resume_handler() noexcept override {}
  void dead_letter(Envelope& envelope, DeadLetterReason) noexcept override {
    order.see(numbered(envelope));
    ++dead;
  }
  void on_closed() noexcept override { ++closings; }
};

class Rounds {
public:
  explicit Rounds(std::uint64_t count) : count_{count} {}

  void run() {
    mailbox_.emplace(workers_.executor());
    on_threads(senders + closers, [this](std::uint32_t index) {
      for (std::uint64_t round = 0; round < count_; ++round) {
        gate_.arrive_and_wait();
        index < senders ? send(index, round) : close(round);
        gate_.arrive_and_wait();
        if (index == 0) {
          judge();
        }
      }
    });
  }

  std::uint64_t handled = 0;
  std::uint64_t dead = 0;

private:
  void send(std::uint32_t sender, std::uint64_t round) {
    for (std::uint32_t number = 0; number < each; ++number) {
      if (number == (round + sender) % each) {
        refused_.fetch_add(mailbox_->post_system(signals_[sender]) ? 0u : 1u, std::memory_order_relaxed);
      }
      mailbox_->post(make_numbered(sender, number));
    }
  }
  // Closes when some part of the messages has been sent, in a different place each time.
  void close(std::uint64_t round) {
    for (std::uint64_t i = 0; i < round % 64 * 8; ++i) {
      spin_hint();  // not yield: on a busy machine that gives a whole time slice away
    }
    mailbox_->close();
  }
  void judge() {
    workers_.executor().drain();
    EXPECT_EQ(mailbox_->handled + mailbox_->dead, senders * each);
    EXPECT_EQ(mailbox_->order.errors(), 0u);
    EXPECT_EQ(mailbox_->signals + refused_.exchange(0, std::memory_order_relaxed), senders);
    EXPECT_EQ(mailbox_->closings, 1u);
    handled += mailbox_->handled;
    dead += mailbox_->dead;
    mailbox_.emplace(workers_.executor());
  }

  Workers workers_;
  std::optional<Closing> mailbox_;
  SystemNode signals_[senders];
  std::atomic<std::uint32_t> refused_{0};
  std::barrier<> gate_{senders + closers};
  std::uint64_t count_;
};

TEST(ClosingStress, a_message_that_races_the_end_is_handled_or_a_dead_letter) {
  const std::uint64_t count = share_of_messages(10) / (senders * each);
  Rounds rounds{count};

  rounds.run();

  EXPECT_EQ(rounds.handled + rounds.dead, count * senders * each);
  EXPECT_GT(rounds.handled, 0u);
  EXPECT_GT(rounds.dead, 0u);
}

}  // namespace
}  // namespace sluice::stress
