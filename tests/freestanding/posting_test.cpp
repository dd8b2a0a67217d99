// SPDX-License-Identifier: BSL-1.0
// An interrupt that posts, while the main loop posts, runs, suspends, waits, closes and opens again. Its delay is
// swept, so that it comes at every phase of the loop: nothing may be lost, and every sender's order is kept.
#include <cstdint>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/critical_section.hpp>
#include <sluice/engine/mailbox.hpp>
#include <sluice/engine/manual_executor.hpp>
#include <sluice_test/interrupt.hpp>
#include <sluice_test/own_dispatcher.hpp>
#include <sluice_test/test.hpp>

namespace sluice::engine {
namespace {

constexpr std::uint32_t shortest_delay = 20;
constexpr std::uint32_t delays = 128;
constexpr std::uint32_t interrupts_each = 100;
constexpr std::uint32_t most_under_way = 16;  // messages of one sender

constexpr trace::Label label{"Posted", "run", __FILE__, __LINE__, 0};

enum class Sender : std::uint8_t { program, interrupt };

struct Numbered {
  Sender sender;
  std::uint32_t number;
};

struct Signal : SystemNode {
  Atomic<std::uint32_t> is_free{1};
};

/// One row of messages: how many were sent, and how many have arrived, in order.
struct Row {
  Atomic<std::uint32_t> sent{0};
  Atomic<std::uint32_t> arrived{0};
};

class Posted final : private sluice_test::OwnDispatcher, public Mailbox {
public:
  Posted() noexcept : OwnDispatcher{executor}, Mailbox{dispatcher, label} {}

  /// Sends the next message of `sender`, unless enough are under way or the pool is empty.
  void send(Sender sender) noexcept {
    Row& row = row_of(sender);
    const std::uint32_t number = row.sent.load(std::memory_order_relaxed);
    if (number - row.arrived.load(std::memory_order_relaxed) == most_under_way) {
      return;
    }
    auto* const envelope = EnvelopeOf<Numbered>::make({sender, number});
    if (envelope != nullptr) {
      row.sent.store(number + 1, std::memory_order_relaxed);
      post(*envelope);
    }
  }
  void send_signal() noexcept {
    if (signal_.is_free.load(std::memory_order_relaxed) != 0) {
      signal_.is_free.store(0, std::memory_order_relaxed);
      check(post_system(signal_), "signals are sent to open mailboxes only");
      ++signals_sent;
    }
  }
  void complete() noexcept {
    if (awaits_.load(std::memory_order_relaxed) != 0) {
      awaits_.store(0, std::memory_order_relaxed);
      complete_await();
    }
  }
  void open_again() noexcept {
    if (begin_open()) {
      end_open(dispatcher, label);
    }
  }

  /// Undisturbed, what is due is run: then nothing may be left. A later post would wake the mailbox, and hide the loss.
  void look_for_stranded() noexcept {
    const CriticalSection section;
    executor.run_until_idle();
    stranded += is_quiet() ? 0U : 1U;
  }

  [[nodiscard]] bool is_quiet() const noexcept {
    return rows_[0].sent.load(std::memory_order_relaxed) == rows_[0].arrived.load(std::memory_order_relaxed) &&
           rows_[1].sent.load(std::memory_order_relaxed) == rows_[1].arrived.load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint32_t sent_by_interrupt() const noexcept {
    return rows_[1].sent.load(std::memory_order_relaxed);
  }

  ManualExecutor executor;
  std::uint32_t out_of_order = 0;
  std::uint32_t stranded = 0;
  std::uint32_t handled = 0;
  std::uint32_t dead = 0;
  std::uint32_t closings = 0;
  std::uint32_t resumed = 0;
  std::uint32_t waits = 0;
  std::uint32_t signals_sent = 0;
  std::uint32_t signals = 0;
  bool waits_often = false;

private:
  Row& row_of(Sender sender) noexcept { return rows_[static_cast<std::uint8_t>(sender)]; }

  void arrive(Envelope& envelope) noexcept {
    const Numbered message = static_cast<EnvelopeOf<Numbered>&>(envelope).message;
    Row& row = row_of(message.sender);
    const std::uint32_t expected = row.arrived.load(std::memory_order_relaxed);
    out_of_order += message.number == expected ? 0U : 1U;
    row.arrived.store(expected + 1, std::memory_order_relaxed);
  }
  void handle(Envelope& envelope) noexcept override {
    arrive(envelope);
    if (++handled % 4 == 0 && waits_often) {
      ++waits;
      awaits_.store(1, std::memory_order_relaxed);  // from here on it may be completed, before it has begun too
      begin_await();
    }
  }
  void handle_system(SystemNode&) noexcept override {
    ++signals;
    signal_.is_free.store(1, std::memory_order_relaxed);
  }
  void resume_handler() noexcept override { ++resumed; }
  void dead_letter(Envelope& envelope, DeadLetterReason) noexcept override {
    arrive(envelope);
    ++dead;
  }
  void on_closed() noexcept override { ++closings; }

  Row rows_[2];
  Signal signal_;
  Atomic<std::uint32_t> awaits_{0};  ///< until the interrupt completes it
};

Posted* mailbox;
Atomic<std::uint32_t> interrupts{0};

/// Lets `handler` come at every delay, and meanwhile the program do `work` again and again.
template <class Work>
void sweep(sluice_test::InterruptHandler handler, Work work) {
  for (std::uint32_t i = 0; i < delays; ++i) {
    interrupts.store(0, std::memory_order_relaxed);
    const sluice_test::RepeatedInterrupt interrupt{handler, shortest_delay + i};
    while (interrupts.load(std::memory_order_relaxed) < interrupts_each) {
      work();
    }
  }
  mailbox->executor.run_until_idle();
}

void count() noexcept { interrupts.fetch_add(1, std::memory_order_relaxed); }

class PostingInterrupts : public testing::Test {
public:
  void SetUp() override { mailbox = &posted; }

  Posted posted;
};

TEST_F(PostingInterrupts, at_every_phase_lose_nothing_and_keep_their_order) {
  sweep(
      []() noexcept {
        count();
        mailbox->send(Sender::interrupt);
      },
      [this] {
        posted.send(Sender::program);
        (void)posted.executor.tick(1);
        posted.look_for_stranded();
      });

  EXPECT_TRUE(posted.is_quiet());
  EXPECT_EQ(posted.stranded, 0u);
  EXPECT_EQ(posted.out_of_order, 0u);
  EXPECT_GT(posted.sent_by_interrupt(), delays * interrupts_each / 2);
}

TEST_F(PostingInterrupts, may_send_system_messages_to_a_mailbox_that_is_suspended_and_resumed) {
  sweep(
      []() noexcept {
        count();
        mailbox->send_signal();
        mailbox->send(Sender::interrupt);
      },
      [this] {
        posted.suspend();
        posted.send(Sender::program);
        (void)posted.executor.tick(1);
        posted.resume();
        (void)posted.executor.tick(1);
        posted.look_for_stranded();
      });

  EXPECT_TRUE(posted.is_quiet());
  EXPECT_EQ(posted.stranded, 0u);
  EXPECT_EQ(posted.out_of_order, 0u);
  EXPECT_EQ(posted.signals, posted.signals_sent);
  EXPECT_GT(posted.signals, delays);
}

TEST_F(PostingInterrupts, may_suspend_and_resume) {
  static bool has_suspended;
  has_suspended = false;

  sweep(
      []() noexcept {
        count();
        has_suspended ? mailbox->resume() : mailbox->suspend();
        has_suspended = !has_suspended;
      },
      [this] {
        posted.send(Sender::program);
        (void)posted.executor.tick(1);
      });
  if (has_suspended) {
    posted.resume();
  }
  posted.executor.run_until_idle();

  EXPECT_TRUE(posted.is_quiet());
  EXPECT_EQ(posted.out_of_order, 0u);
  EXPECT_GT(posted.handled, delays);
}

TEST_F(PostingInterrupts, complete_what_a_handler_awaits) {
  posted.waits_often = true;

  sweep(
      []() noexcept {
        count();
        mailbox->complete();
      },
      [this] {
        posted.send(Sender::program);
        (void)posted.executor.tick(1);
      });
  posted.waits_often = false;
  posted.complete();
  posted.executor.run_until_idle();

  EXPECT_TRUE(posted.is_quiet());
  EXPECT_EQ(posted.out_of_order, 0u);
  EXPECT_EQ(posted.resumed, posted.waits);
  EXPECT_GT(posted.waits, delays);
}

TEST_F(PostingInterrupts, to_a_mailbox_that_closes_and_opens_again_become_dead_letters_or_are_handled) {
  std::uint32_t closes = 0;

  sweep(
      []() noexcept {
        count();
        mailbox->send(Sender::interrupt);
      },
      [&] {
        posted.send(Sender::program);
        (void)posted.executor.tick(1);
        posted.close();
        ++closes;
        posted.send(Sender::program);
        (void)posted.executor.tick(1);
        posted.open_again();
      });

  EXPECT_TRUE(posted.is_quiet());
  EXPECT_EQ(posted.out_of_order, 0u);
  EXPECT_EQ(posted.closings, closes);
  EXPECT_GT(posted.dead, delays);
  EXPECT_GT(posted.handled, delays);
}

}  // namespace
}  // namespace sluice::engine
