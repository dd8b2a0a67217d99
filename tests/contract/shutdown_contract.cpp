// SPDX-License-Identifier: BSL-1.0
// The end of an executor: what it still runs, what it refuses, what it hands back, whom it names. R2.4, R4.2, R7.4, D3
#include <sluice/engine/dispatch/dispatcher.hpp>
#include <sluice_test/contract.hpp>
#include <sluice_test/probe.hpp>
#include <string_view>

namespace sluice::contract {
namespace {

using engine::Dispatcher;
using engine::MailboxEvent;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr milliseconds slack{500};
constexpr engine::trace::Label stubborn_label{"Stubborn", "run", __FILE__, __LINE__, 0};

/// Does not come back from its handler until it is let go.
class Stubborn final : public Probe {
public:
  Stubborn(Dispatcher& dispatcher, Backend& backend) noexcept
      : Probe{dispatcher, nullptr, stubborn_label}, backend_{backend} {}

  [[nodiscard]] bool send_and_wait() {
    (void)send({0, 0});
    return backend_.wait_until([this] { return is_inside.get() == 1; });
  }
  /// Ends it: afterwards nobody touches it.
  [[nodiscard]] bool end() {
    close();
    may_go.set(1);
    return backend_.wait_until([this] { return closed.get() == 1; });
  }

  Tally is_inside;
  Tally may_go;

private:
  void on_message(Numbered) noexcept override {
    is_inside.set(1);
    (void)backend_.wait_until([this] { return may_go.get() == 1; });
  }
  Backend& backend_;
};

/// Counts refusals.
class Refusals final : public engine::EventSink {
public:
  Tally count;

private:
  void publish(const MailboxEvent& event) noexcept override {
    count.add(event.kind == MailboxEvent::Kind::rejected ? 1 : 0);
  }
};

constexpr std::uint32_t most_workers = ShutdownNote::most_names;

/// Mailboxes whose handlers take every worker, and keep it.
struct Siege {
  Siege(Dispatcher& in, Backend& on) : dispatcher{in}, backend{on} {
    for (std::uint32_t index = 0; index < count; ++index) {
      EXPECT_TRUE(stubborn[index].send_and_wait());
    }
  }
  void end() {
    for (std::uint32_t index = 0; index < count; ++index) {
      EXPECT_TRUE(stubborn[index].end());
    }
  }
  Dispatcher& dispatcher;
  Backend& backend;
  Stubborn stubborn[most_workers]{
      {dispatcher, backend}, {dispatcher, backend}, {dispatcher, backend}, {dispatcher, backend}};
  const std::uint32_t count = backend.workers();
};

HOSTED_CONTRACT_SUITE(ShutdownContract);

HOSTED_CONTRACT(ShutdownContract, what_is_refused_stays_in_the_mailbox_until_it_closes) {  // R2.4, R7.4, D3
  Refusals refusals;
  Dispatcher dispatcher{backend.executor(), {}, {.events = &refusals}};
  PlainProbe probe{dispatcher};
  (void)probe.send({0, 0});
  backend.drain();
  (void)backend.shut_down(seconds{5});

  for (std::uint32_t number = 1; number <= 5; ++number) {
    (void)probe.send({0, number});
  }
  EXPECT_EQ(refusals.count.get(), 1u);
  EXPECT_EQ(probe.handled.get(), 1u);
  EXPECT_EQ(probe.depth(), 1u);  // of an unbounded queue: whether anything is in
  probe.close();

  EXPECT_EQ(probe.buried.get(), 5u);
  EXPECT_EQ(probe.closed.get(), 1u);
}

HOSTED_CONTRACT(ShutdownContract, a_submission_after_it_is_refused) {  // R7.4
  class Never final : public engine::Runnable {
  public:
    void run() noexcept override { runs.add(); }
    void hand_back() noexcept override { returns.add(); }
    Tally runs;
    Tally returns;
  };
  Never never;
  const ShutdownNote note = backend.shut_down(seconds{5});

  EXPECT_EQ(backend.executor().submit(never), engine::Submission::rejected);
  EXPECT_EQ(backend.executor().submit(never), engine::Submission::rejected);

  EXPECT_EQ(note.stragglers + note.handed_back, 0u);
  EXPECT_EQ(never.runs.get() + never.returns.get(), 0u);
}

HOSTED_CONTRACT(ShutdownContract, while_it_waits_newcomers_are_refused) {  // R7.4
  const engine::PlatformClock clock;
  Refusals refusals;
  Dispatcher dispatcher{backend.executor(), {}, {.events = &refusals}};
  Stubborn stubborn{dispatcher, backend};
  PlainProbe newcomer{dispatcher};
  Tally stage;
  ASSERT_TRUE(stubborn.send_and_wait());

  backend.from_outside(2, 1, [&](std::uint32_t sender, std::uint32_t) {
    if (sender == 0) {
      stage.set(1);
      (void)backend.shut_down(seconds{1});
      stage.set(2);
    } else {
      EXPECT_TRUE(backend.wait_until([&] { return stage.get() == 1; }));
      const Instant begun = clock.now() + milliseconds{200};
      EXPECT_TRUE(backend.wait_until([&] { return clock.now() > begun; }));
      (void)newcomer.send({0, 0});
      EXPECT_EQ(stage.get(), 1u);
      EXPECT_EQ(refusals.count.get(), 1u);
      EXPECT_TRUE(stubborn.end());
    }
  });

  EXPECT_EQ(newcomer.handled.get(), 0u);
  newcomer.close();
  EXPECT_EQ(newcomer.buried.get(), 1u);
}

HOSTED_CONTRACT(ShutdownContract, what_is_queued_runs_if_there_is_time) {
  /// Sends itself another message until its number is 0.
  class Chain final : public Probe {
  public:
    using Probe::Probe;

  private:
    void on_message(Numbered message) noexcept override {
      if (message.number > 0) {
        (void)send({0, message.number - 1}, this);
      }
    }
  };
  constexpr std::uint32_t links = 1'000;
  Refusals refusals;
  Dispatcher dispatcher{backend.executor(), {.throughput = 1}, {.events = &refusals}};
  Chain chains[4]{Chain{dispatcher}, Chain{dispatcher}, Chain{dispatcher}, Chain{dispatcher}};
  for (Chain& chain : chains) {
    (void)chain.send({0, links - 1});
  }

  const ShutdownNote note = backend.shut_down(seconds{20});

  EXPECT_EQ(note.stragglers, 0u);
  EXPECT_EQ(note.handed_back, 0u);
  EXPECT_EQ(refusals.count.get(), 0u);
  for (const Chain& chain : chains) {
    EXPECT_EQ(chain.handled.get(), links);
  }
}

HOSTED_CONTRACT(ShutdownContract,
                what_is_queued_when_its_time_is_over_is_handed_back_and_can_be_closed) {  // R2.4, R4.2
  constexpr std::uint32_t waiting = 6;
  constexpr std::uint32_t each = 3;
  Refusals refusals;
  Dispatcher dispatcher{backend.executor(), {}, {.events = &refusals}};
  PlainProbe probes[waiting]{PlainProbe{dispatcher}, PlainProbe{dispatcher}, PlainProbe{dispatcher},
                             PlainProbe{dispatcher}, PlainProbe{dispatcher}, PlainProbe{dispatcher}};
  Siege siege{dispatcher, backend};
  for (PlainProbe& probe : probes) {
    for (std::uint32_t number = 0; number < each; ++number) {
      (void)probe.send({0, number});
    }
  }

  const ShutdownNote note = backend.shut_down(milliseconds{30});

  EXPECT_EQ(note.handed_back, waiting);
  EXPECT_EQ(note.stragglers, siege.count);
  EXPECT_EQ(refusals.count.get(), waiting);
  for (PlainProbe& probe : probes) {
    (void)probe.send({0, each});
    probe.close();  // idle again: or nobody would end it
    EXPECT_EQ(probe.handled.get(), 0u);
    EXPECT_EQ(probe.buried.get(), each + 1);
    EXPECT_EQ(probe.closed.get(), 1u);
  }
  siege.end();
}

HOSTED_CONTRACT(ShutdownContract, a_handler_that_never_returns_is_named_in_time) {
  const engine::PlatformClock clock;
  constexpr milliseconds timeout{50};
  Dispatcher dispatcher{backend.executor()};
  Stubborn stubborn{dispatcher, backend};
  ASSERT_TRUE(stubborn.send_and_wait());

  const Instant begin = clock.now();
  const ShutdownNote note = backend.shut_down(timeout);
  const Duration took = clock.now() - begin;

  EXPECT_GE(took, timeout);
  EXPECT_LE(took, timeout + slack);
  EXPECT_EQ(note.stragglers, 1u);
  EXPECT_EQ(note.handed_back, 0u);
  ASSERT_TRUE(note.names[0] != nullptr);
  EXPECT_EQ(std::string_view{note.names[0]}, "Stubborn");
  EXPECT_TRUE(stubborn.end());
  EXPECT_EQ(stubborn.handled.get(), 1u);
}

HOSTED_CONTRACT(ShutdownContract, later_calls_give_the_same_report) {
  Dispatcher dispatcher{backend.executor()};
  PlainProbe probe{dispatcher};
  Siege siege{dispatcher, backend};
  (void)probe.send({0, 0});
  const ShutdownNote first = backend.shut_down(milliseconds{10});
  siege.end();

  const ShutdownNote second = backend.shut_down(seconds{1});

  EXPECT_EQ(first.stragglers, siege.count);
  EXPECT_EQ(second.stragglers, first.stragglers);
  EXPECT_EQ(second.handed_back, first.handed_back);
  EXPECT_EQ(first.handed_back, 1u);
}

HOSTED_CONTRACT(ShutdownContract, in_the_midst_of_sends_each_message_has_one_end) {  // R2.4, R5.6, D6
  /// Takes its time.
  class Slow final : public Probe {
  public:
    using Probe::Probe;

  private:
    void on_message(Numbered) noexcept override {
      const engine::PlatformClock clock;
      for (const Instant end = clock.now() + std::chrono::microseconds{5}; clock.now() < end;) {
      }
    }
  };
  constexpr std::uint32_t senders = 3;
  const std::uint32_t each = backend.share(6'000) / senders;
  Dispatcher dispatcher{backend.executor(), {.throughput = 1}};
  Slow probes[4]{Slow{dispatcher}, Slow{dispatcher}, Slow{dispatcher}, Slow{dispatcher}};

  backend.from_outside(senders, each, [&](std::uint32_t sender, std::uint32_t number) {
    (void)probes[(sender + number) % 4].send({sender, number});
    if (sender == 0 && number == each / 2) {
      (void)backend.shut_down(milliseconds{1});
    }
  });

  std::uint32_t ends = 0;
  for (Slow& probe : probes) {
    probe.close();
    EXPECT_TRUE(backend.wait_until([&] { return probe.closed.get() == 1; }));
    EXPECT_EQ(probe.room.overlaps(), 0u);
    ends += probe.handled.get() + probe.buried.get();
  }
  EXPECT_EQ(ends, senders * each);
}

HOSTED_CONTRACT(ShutdownContract, a_drain_for_a_while_tells_whether_all_is_done) {
  Dispatcher dispatcher{backend.executor()};
  Stubborn stubborn{dispatcher, backend};
  EXPECT_TRUE(backend.drain_for(seconds{10}));
  ASSERT_TRUE(stubborn.send_and_wait());

  const engine::PlatformClock clock;
  const Instant begin = clock.now();
  EXPECT_FALSE(backend.drain_for(milliseconds{20}));
  const Duration took = clock.now() - begin;

  EXPECT_GE(took, milliseconds{20});
  EXPECT_LE(took, milliseconds{20} + slack);
  stubborn.may_go.set(1);
  EXPECT_TRUE(backend.drain_for(seconds{10}));
  EXPECT_EQ(stubborn.handled.get(), 1u);
}

}  // namespace
}  // namespace sluice::contract
