// SPDX-License-Identifier: BSL-1.0
// Who comes first: each sender's messages in their order, and system messages before all. R1, US2, US11, D18, SC-11
#include <sluice/engine/dispatch/dispatcher.hpp>
#include <sluice_test/contract.hpp>
#include <sluice_test/probe.hpp>

namespace sluice::contract {
namespace {

using engine::Dispatcher;

/// Sees the order of its messages.
class Ordered final : public Probe {
public:
  using Probe::Probe;
  Rows rows;

private:
  void on_message(Numbered message) noexcept override { rows.see(message); }
};

void expect_all_in_order(const Ordered& probe, std::uint32_t senders, std::uint32_t each) {
  EXPECT_EQ(probe.rows.errors(), 0u);
  EXPECT_EQ(probe.room.overlaps(), 0u);
  for (std::uint32_t sender = 0; sender < senders; ++sender) {
    EXPECT_EQ(probe.rows.seen(sender), each);
  }
}

CONTRACT_SUITE(OrderContract);

CONTRACT(OrderContract, messages_of_one_sender_are_handled_in_their_order) {  // D18
  constexpr std::uint32_t senders = 4;
  const std::uint32_t each = backend.share(60'000) / senders;
  Dispatcher dispatcher{backend.executor(), {.throughput = 3}};
  Ordered probe{dispatcher};

  backend.from_outside(senders, each,
                       [&](std::uint32_t sender, std::uint32_t number) { (void)probe.send({sender, number}); });
  backend.drain();

  expect_all_in_order(probe, senders, each);
}

CONTRACT(OrderContract, a_handler_that_sends_on_keeps_the_order) {  // D18
  /// Sends each of its messages on, as its own.
  class Forwarder final : public Probe {
  public:
    Forwarder(Dispatcher& dispatcher, std::uint32_t index, Ordered& target) noexcept
        : Probe{dispatcher}, index_{index}, target_{target} {}

  private:
    void on_message(Numbered message) noexcept override { (void)target_.send({index_, message.number}, this); }
    const std::uint32_t index_;
    Ordered& target_;
  };
  constexpr std::uint32_t senders = 2;
  const std::uint32_t each = backend.share(30'000) / senders;
  Dispatcher dispatcher{backend.executor(), {.throughput = 2}};
  Ordered probe{dispatcher};
  Forwarder forwarders[senders]{Forwarder{dispatcher, 0, probe}, Forwarder{dispatcher, 1, probe}};

  backend.from_outside(senders, each, [&](std::uint32_t sender, std::uint32_t number) {
    (void)forwarders[sender].send({sender, number});
  });
  backend.drain();

  expect_all_in_order(probe, senders, each);
}

/// Sees whether a user message overtook a system message that its sender had posted before.
class Ranked final : public Probe {
public:
  using Probe::Probe;
  Farewell signals;  ///< whoever sees one counted may use it again
  std::uint32_t overtakers = 0;

private:
  void on_message(Numbered message) noexcept override {
    overtakers += message.sender == 0 && message.number >= signals.get() ? 1u : 0u;
  }
  void on_signal(NumberedSignal& signal) noexcept override {
    overtakers += signal.number == signals.get() ? 0u : 1u;  // R1.5
    signals.add();
  }
};

CONTRACT(OrderContract, no_user_message_overtakes_a_system_message) {  // R1.1, R1.3, US2
  constexpr std::uint32_t most_at_once = 8;
  NumberedSignal signals[most_at_once];
  const std::uint32_t count = backend.share(10'000) / 4;
  Dispatcher dispatcher{backend.executor(), {.throughput = 4}};
  Ranked probe{dispatcher};

  backend.from_outside(2, count, [&](std::uint32_t sender, std::uint32_t number) {
    if (sender == 0) {
      EXPECT_TRUE(backend.wait_until([&] { return probe.signals.get() + most_at_once > number; }));
      NumberedSignal& signal = signals[number % most_at_once];
      signal.number = number;
      EXPECT_TRUE(probe.post_system(signal));
    }
    (void)probe.send({sender, number});  // the other one only makes it busy
  });
  backend.drain();

  EXPECT_EQ(probe.overtakers, 0u);
  EXPECT_EQ(probe.signals.get(), count);
  EXPECT_EQ(probe.handled.get(), 2 * count);
}

CONTRACT(OrderContract, system_messages_run_first_even_if_they_come_last) {  // R1.1, R1.2, R5.5
  Dispatcher dispatcher{backend.executor()};
  Ranked probe{dispatcher};
  NumberedSignal signals[4];
  probe.suspend();
  for (std::uint32_t number = 0; number < 4; ++number) {
    (void)probe.send({0, 3});
  }
  backend.drain();
  EXPECT_EQ(probe.handled.get(), 0u);

  for (std::uint32_t number = 0; number < 4; ++number) {
    signals[number].number = number;
    EXPECT_TRUE(probe.post_system(signals[number]));
  }
  backend.drain();
  EXPECT_EQ(probe.signals.get(), 4u);  // while suspended: R5.4
  probe.resume();
  backend.drain();

  EXPECT_EQ(probe.handled.get(), 4u);
  EXPECT_EQ(probe.overtakers, 0u);
}

CONTRACT(OrderContract, suspensions_under_load_lose_nothing_and_keep_the_order) {  // R5.4, US11, SC-8, D2
  constexpr std::uint32_t senders = 3;
  const std::uint32_t each = backend.share(30'000) / senders;
  Dispatcher dispatcher{backend.executor(), {.throughput = 2}};
  Ordered probe{dispatcher};

  backend.from_outside(senders + 1, each, [&](std::uint32_t sender, std::uint32_t number) {
    if (sender < senders) {
      (void)probe.send({sender, number});
    } else if (number < each / 2 * 2) {
      number % 2 == 0 ? probe.suspend() : probe.resume();
    }
  });
  backend.drain();

  expect_all_in_order(probe, senders, each);
}

CONTRACT(OrderContract, a_suspended_mailbox_handles_nothing_until_as_many_resumes) {  // R5.4, D2, D10
  const std::uint32_t cycles = 100;
  Dispatcher dispatcher{backend.executor()};
  Ordered probe{dispatcher};

  for (std::uint32_t cycle = 0; cycle < cycles; ++cycle) {
    probe.suspend();
    probe.suspend();
    (void)probe.send({0, 2 * cycle});
    probe.resume();
    (void)probe.send({0, 2 * cycle + 1});
    backend.drain();
    EXPECT_EQ(probe.handled.get(), 2 * cycle);
    probe.resume();
    backend.drain();
    EXPECT_EQ(probe.handled.get(), 2 * cycle + 2);
  }

  expect_all_in_order(probe, 1, 2 * cycles);
}

/// Waits at every message until somebody says go.
class Waiting final : public Probe {
public:
  using Probe::Probe;
  Rows rows;
  Tally begun;
  Tally resumed;
  Tally go;  ///< how many may go on

private:
  void on_message(Numbered message) noexcept override {
    rows.see(message);
    begun.add();
    begin_await();
  }
  void on_resumed() noexcept override {
    if (go.get() > resumed.get()) {
      resumed.add();
    } else {
      begin_await();
    }
  }
};

CONTRACT(OrderContract, a_handler_that_awaits_is_resumed_from_outside) {  // US15, FR-MBX-8
  const std::uint32_t count = backend.share(4'000) / 2;
  Dispatcher dispatcher{backend.executor()};
  Waiting probe{dispatcher};

  backend.from_outside(1, count, [&](std::uint32_t sender, std::uint32_t number) {
    (void)probe.send({sender, number});
    EXPECT_TRUE(backend.wait_until([&] { return probe.begun.get() > number; }));
    EXPECT_EQ(probe.resumed.get(), number);
    probe.go.add();
    probe.await_waker().wake();
    EXPECT_TRUE(backend.wait_until([&] { return probe.resumed.get() > number; }));
  });
  backend.drain();

  EXPECT_EQ(probe.rows.seen(0), count);
  EXPECT_EQ(probe.rows.errors(), 0u);
  EXPECT_EQ(probe.room.overlaps(), 0u);
}

}  // namespace
}  // namespace sluice::contract
