// SPDX-License-Identifier: BSL-1.0
// Dispatchers with all that they can have: metrics, lanes, deadlines, events. R2.1, R2.2, R2.7, R3.1, R3.4, R4.1, SC-11
#include <sluice/engine/dispatch/dispatcher.hpp>
#include <sluice/engine/dispatch/lane.hpp>
#include <sluice_test/contract.hpp>
#include <sluice_test/probe.hpp>

namespace sluice::contract {
namespace {

using engine::Dispatcher;
using engine::Lane;
using engine::MailboxEvent;

using engine::QueueKind;

/// Counts what it is told of all mailboxes.
class Figures final : public engine::MetricsSink {
public:
  explicit Figures(std::uint32_t longest_slice) noexcept : longest_slice_{longest_slice} {}

  Tally messages;
  Tally sliced;  ///< the same, by the slices that they were in
  Tally long_slices;
  Tally impossible;  ///< times that are negative
  Tally drops;

private:
  void handled(const engine::Mailbox&, Duration residence, Duration handling) noexcept override {
    messages.add();
    impossible.add(residence < Duration{} || handling < Duration{} ? 1 : 0);
  }
  void slice(const engine::Mailbox&, std::uint32_t count, std::uint32_t) noexcept override {
    sliced.add(count);
    long_slices.add(count > longest_slice_ ? 1 : 0);
  }
  void dropped(const engine::Mailbox&, engine::DeadLetterReason) noexcept override { drops.add(); }

  const std::uint32_t longest_slice_;
};

/// Counts events by their kind.
class Events final : public engine::EventSink {
public:
  [[nodiscard]] std::uint32_t of(MailboxEvent::Kind kind) const noexcept {
    return count_[static_cast<std::uint32_t>(kind)].get();
  }

private:
  void publish(const MailboxEvent& event) noexcept override { count_[static_cast<std::uint32_t>(event.kind)].add(); }
  Tally count_[4];
};

/// Sees the order of its messages.
class Measured final : public Probe {
public:
  using Probe::Probe;
  Rows rows;

private:
  void on_message(Numbered message) noexcept override { rows.see(message); }
};

CONTRACT_SUITE(DispatcherContract);

CONTRACT(DispatcherContract, measured_mailboxes_tell_of_each_message_once) {  // R4.1, R2.1, R2.2
  constexpr std::uint32_t senders = 2;
  constexpr std::uint32_t throughput = 3;
  const std::uint32_t each = backend.share(20'000) / senders;
  engine::PlatformClock clock;
  Figures figures{throughput};
  Dispatcher dispatcher{backend.executor(), {.throughput = throughput}, {.clock = &clock, .metrics = &figures}};
  Measured probes[2]{Measured{dispatcher}, Measured{dispatcher}};

  backend.from_outside(
      senders, each, [&](std::uint32_t sender, std::uint32_t number) { (void)probes[sender].send({sender, number}); });
  backend.drain();

  EXPECT_EQ(figures.messages.get(), senders * each);
  EXPECT_EQ(figures.sliced.get(), senders * each);
  EXPECT_EQ(figures.long_slices.get(), 0u);
  EXPECT_EQ(figures.impossible.get(), 0u);
  for (std::uint32_t sender = 0; sender < senders; ++sender) {
    EXPECT_EQ(probes[sender].rows.seen(sender), each);
    EXPECT_EQ(probes[sender].rows.errors(), 0u);
  }
}

/// What `policy` makes of more messages than a lane for four can take: each is handled, dropped, or given back.
void expect_one_end_for_each(Backend& backend, Overflow policy) {
  constexpr std::uint32_t senders = 2;
  const std::uint32_t each = backend.share(12'000) / senders;
  Tally given_back;
  Events events;
  Dispatcher dispatcher{backend.executor(), {.throughput = 2}, {.events = &events}};
  Lane lane{{.kind = QueueKind::bounded, .capacity = 4, .overflow = policy}};
  ASSERT_TRUE(lane.status().has_value());
  PlainProbe probe{dispatcher, &lane};

  backend.from_outside(senders, each, [&](std::uint32_t sender, std::uint32_t number) {
    given_back.add(probe.send({sender, number}).posted == engine::Posted::full ? 1 : 0);
  });
  backend.drain();

  EXPECT_EQ(probe.handled.get() + probe.buried.get() + given_back.get(), senders * each);
  EXPECT_GT(probe.handled.get(), 0u);
  EXPECT_EQ(lane.depth(), 0u);
  EXPECT_EQ(probe.room.overlaps(), 0u);
  EXPECT_EQ(events.of(MailboxEvent::Kind::pressure), events.of(MailboxEvent::Kind::relief));  // R3.4
  EXPECT_EQ(events.of(MailboxEvent::Kind::rejected), 0u);
}

CONTRACT(DispatcherContract, a_lane_that_fails_gives_each_message_one_end) {  // R3.1, R3.2
  expect_one_end_for_each(backend, Overflow::fail);
}
CONTRACT(DispatcherContract, a_lane_that_drops_the_newest_gives_each_message_one_end) {  // R3.1, D6
  expect_one_end_for_each(backend, Overflow::drop_newest);
}
CONTRACT(DispatcherContract, a_lane_that_drops_the_oldest_gives_each_message_one_end) {  // R3.1, D6
  expect_one_end_for_each(backend, Overflow::drop_oldest);
}

CONTRACT(DispatcherContract, slices_with_a_deadline_lose_nothing) {  // R2.7
  constexpr std::uint32_t senders = 2;
  const std::uint32_t each = backend.share(12'000) / senders;
  engine::PlatformClock clock;
  Dispatcher dispatcher{
      backend.executor(), {.throughput = 8, .throughput_deadline = std::chrono::nanoseconds{1}}, {.clock = &clock}};
  Measured probe{dispatcher};

  backend.from_outside(senders, each,
                       [&](std::uint32_t sender, std::uint32_t number) { (void)probe.send({sender, number}); });
  backend.drain();

  EXPECT_EQ(probe.rows.errors(), 0u);
  EXPECT_EQ(probe.handled.get(), senders * each);
}

CONTRACT(DispatcherContract, a_close_under_load_gives_each_message_one_end) {  // R5.6, D4
  constexpr std::uint32_t senders = 3;
  const std::uint32_t each = backend.share(6'000) / senders;
  Events events;
  Dispatcher dispatcher{backend.executor(), {.throughput = 1}, {.events = &events}};
  PlainProbe probe{dispatcher};

  backend.from_outside(senders, each, [&](std::uint32_t sender, std::uint32_t number) {
    (void)probe.send({sender, number});
    if (sender == 0 && number == each / 2) {
      probe.close();
    }
  });
  EXPECT_TRUE(backend.wait_until([&] { return probe.closed.get() == 1; }));
  backend.drain();

  EXPECT_EQ(probe.handled.get() + probe.buried.get(), senders * each);
  EXPECT_GT(probe.buried.get(), 0u);
  EXPECT_EQ(probe.closed.get(), 1u);
  EXPECT_EQ(events.of(MailboxEvent::Kind::closed), 1u);
}

CONTRACT(DispatcherContract, two_dispatchers_share_an_executor) {  // US13
  constexpr std::uint32_t senders = 2;
  const std::uint32_t each = backend.share(12'000) / senders;
  Dispatcher eager{backend.executor(), {.throughput = 64}};
  Dispatcher patient{backend.executor(), {.throughput = 1}};
  Measured first{eager};
  Measured second{patient};

  backend.from_outside(senders, each, [&](std::uint32_t sender, std::uint32_t number) {
    (void)first.send({sender, number});
    (void)second.send({sender, number});
  });
  backend.drain();

  EXPECT_EQ(first.handled.get(), senders * each);
  EXPECT_EQ(second.handled.get(), senders * each);
  EXPECT_EQ(first.rows.errors() + second.rows.errors(), 0u);
}

}  // namespace
}  // namespace sluice::contract
