// SPDX-License-Identifier: BSL-1.0
// Suspends, resumes, waits and system messages storm a mailbox that is sent to all the time.
#include <gtest/gtest.h>

#include <atomic>
#include <sluice/engine/mailbox.hpp>
#include <sluice_test/own_dispatcher.hpp>

#include "crowd.hpp"

namespace sluice::stress {
namespace {

using namespace engine;

constexpr std::uint32_t senders = 4;
constexpr std::uint32_t window = 2'000;
constexpr std::uint32_t messages_per_wait = 16;

constexpr trace::Label label{"Stormed", "run", __FILE__, __LINE__, 0};

struct Signal : SystemNode {
  std::atomic<bool> is_free{true};
};

class Stormed final : private sluice_test::OwnDispatcher, public Mailbox {
public:
  explicit Stormed(Executor& executor) noexcept : OwnDispatcher{executor}, Mailbox{dispatcher, label} {}

  void send(std::uint32_t sender, std::uint32_t number) noexcept {
    yield_until([&] { return number < progress_[sender].load(std::memory_order_relaxed) + window; });
    post(make_numbered(sender, number));
  }

  OrderCheck<senders> order;
  std::uint64_t handled = 0;
  std::uint64_t signals = 0;
  std::uint64_t resumed = 0;
  std::atomic<std::uint64_t> waits{0};

private:
  void handle(Envelope& envelope) noexcept override {
    const Numbered message = numbered(envelope);
    order.see(message);
    progress_[message.sender].store(message.number + 1, std::memory_order_relaxed);
    if (++handled % messages_per_wait == 0) {
      waits.fetch_add(1, std::memory_order_relaxed);  // now it may be completed, even before it begins
      begin_await();
    }
  }
  void handle_system(SystemNode& message) noexcept override {
    ++signals;
    static_cast<Signal&>(message).is_free.store(true, std::memory_order_release);
  }
  void resume_handler() noexcept override { ++resumed; }
  void dead_letter(Envelope&, DeadLetterReason) noexcept override {}
  void on_closed() noexcept override {}

  std::atomic<std::uint32_t> progress_[senders]{};
};

class Storm {
public:
  Storm(Stormed& mailbox, std::uint32_t each) : mailbox_{mailbox}, each_{each} {}

  /// Four senders, two that suspend and resume, one that completes what is awaited, one that sends system messages.
  void act(std::uint32_t index) {
    switch (index) {
      case senders: [[fallthrough]];
      case senders + 1: suspend_and_resume(); break;
      case senders + 2: complete(); break;
      case senders + 3: signal(); break;
      default: send(index); break;
    }
  }

  std::uint64_t signals_sent = 0;
  std::uint64_t completed = 0;

private:
  void send(std::uint32_t sender) {
    for (std::uint32_t number = 0; number < each_; ++number) {
      mailbox_.send(sender, number);
    }
    senders_left_.fetch_sub(1, std::memory_order_relaxed);
  }
  void suspend_and_resume() {
    while (is_on()) {
      mailbox_.suspend();
      mailbox_.suspend();
      mailbox_.resume();
      std::this_thread::yield();
      mailbox_.resume();
      std::this_thread::yield();
    }
  }
  // Ends when every message has been handled, and with the last of them the last wait has begun.
  void complete() {
    const std::uint64_t all = std::uint64_t{each_} * senders / messages_per_wait;
    while (completed < all) {
      yield_until([&] { return mailbox_.waits.load(std::memory_order_relaxed) > completed; });
      ++completed;
      mailbox_.complete_await();
    }
  }
  void signal() {
    while (is_on()) {
      for (Signal& signal : signals_) {
        if (signal.is_free.load(std::memory_order_acquire)) {
          signal.is_free.store(false, std::memory_order_relaxed);
          signals_sent += mailbox_.post_system(signal) ? 1u : 0u;
        }
      }
      std::this_thread::yield();
    }
  }
  [[nodiscard]] bool is_on() const { return senders_left_.load(std::memory_order_relaxed) != 0; }

  Stormed& mailbox_;
  std::uint32_t each_;
  std::atomic<std::uint32_t> senders_left_{senders};
  Signal signals_[4];
};

TEST(BlockingStress, a_storm_of_suspends_and_waits_loses_nothing) {
  const auto each = static_cast<std::uint32_t>(share_of_messages(5) / senders);
  Workers workers;
  Stormed mailbox{workers.executor()};
  Storm storm{mailbox, each};

  on_threads(senders + 4, [&](std::uint32_t index) { storm.act(index); });
  workers.executor().drain();

  EXPECT_EQ(mailbox.handled, std::uint64_t{each} * senders);
  EXPECT_EQ(mailbox.order.errors(), 0u);
  EXPECT_EQ(mailbox.resumed, storm.completed);
  EXPECT_EQ(mailbox.signals, storm.signals_sent);
  EXPECT_GT(storm.signals_sent, 0u);
}

}  // namespace
}  // namespace sluice::stress
