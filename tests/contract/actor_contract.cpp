// SPDX-License-Identifier: BSL-1.0
// What actors rely on, whatever runs them. SC-8, SC-11
#include <sluice/actors/actor_system.hpp>
#include <sluice_test/contract.hpp>
#include <sluice_test/probe.hpp>

namespace sluice::contract {
namespace {

CONTRACT_SUITE(ActorContract);

CONTRACT(ActorContract, a_hundred_suspensions_under_load_keep_the_order) {  // SC-8, D2, D10
  constexpr std::uint32_t senders = 3;
  constexpr std::uint32_t cycles = 100;
  const std::uint32_t in_cycle = backend.share(30'000) / senders / cycles;
  const std::uint32_t each = in_cycle * cycles;
  Rows rows;
  Tally refusals;
  ActorSystem system{SystemOptions{.executor = &backend.executor()}};
  const auto actor = system.spawn([&rows](Numbered message) { rows.see(message); });

  backend.from_outside(senders + 1, each, [&](std::uint32_t sender, std::uint32_t number) {
    if (sender < senders) {
      refusals.add(actor.tell({sender, number}).has_value() ? 0 : 1);
    } else if (number % in_cycle == 0) {
      refusals.add(system.suspend(actor).has_value() ? 0 : 1);
    } else if (number % in_cycle == in_cycle / 2) {
      refusals.add(system.resume(actor).has_value() ? 0 : 1);
    }
  });
  backend.drain();

  EXPECT_EQ(refusals.get(), 0u);
  EXPECT_EQ(rows.errors(), 0u);
  for (std::uint32_t sender = 0; sender < senders; ++sender) {
    EXPECT_EQ(rows.seen(sender), each);
  }
}

CONTRACT(ActorContract, a_suspended_actor_handles_nothing_until_as_many_resumes) {  // D2, D10
  Rows rows;
  ActorSystem system{SystemOptions{.executor = &backend.executor()}};
  const auto actor = system.spawn([&rows](Numbered message) { rows.see(message); });

  for (std::uint32_t number = 0; number < 20; ++number) {
    (void)system.suspend(actor);
    (void)system.suspend(actor);
    (void)actor.tell({0, number});
    backend.drain();
    EXPECT_EQ(rows.seen(0), number);
    (void)system.resume(actor);
    backend.drain();
    EXPECT_EQ(rows.seen(0), number);
    (void)system.resume(actor);
    (void)system.resume(actor);
    backend.drain();
    EXPECT_EQ(rows.seen(0), number + 1);
  }

  EXPECT_EQ(rows.errors(), 0u);
}

CONTRACT(ActorContract, children_end_before_their_parent) {  // FR-SUP
  struct Grow {};
  /// Writes down who ends when.
  struct Ends {
    std::uint32_t children = 0;
    std::uint32_t children_at_the_end = 0;
  };
  class Leaf {
  public:
    explicit Leaf(Tally* ended) noexcept : ended_{ended} {}
    void on(Grow) {}
    void on_stop() { ended_->add(); }

  private:
    Tally* ended_;
  };
  class Stem {
  public:
    Stem(Tally* ended, Ends* ends) noexcept : ended_{ended}, ends_{ends} {}
    void on(ActorContext<Stem>& context, Grow) {
      ends_->children += context.try_spawn<Leaf>({}, ended_).has_value() ? 1u : 0u;
    }
    void on_stop() { ends_->children_at_the_end = ended_->get(); }

  private:
    Tally* ended_;
    Ends* ends_;
  };
  for (std::uint32_t round = 0; round < 20; ++round) {
    Tally ended;
    Ends ends;
    ActorSystem system{SystemOptions{.executor = &backend.executor()}};
    const auto stem = system.spawn<Stem>({}, &ended, &ends);
    for (std::uint32_t leaf = 0; leaf < 4; ++leaf) {
      (void)stem.tell(Grow{});
    }
    backend.drain();

    (void)system.stop(stem);
    backend.drain();

    EXPECT_EQ(ends.children, 4u);
    EXPECT_EQ(ends.children_at_the_end, 4u);
  }
}

struct Question {
  using Reply = std::uint32_t;
  std::uint32_t number;
};

/// A handler that notes its message when somebody else has answered.
struct Noting {
  RequestFuture<std::uint32_t> answer;
  Rows& rows;
  Numbered message;

  engine::Poll<engine::Done> poll(const engine::Waker& waker) noexcept {
    const auto outcome = answer.poll(waker);
    if (!outcome.has_value()) {
      return engine::pending;
    }
    if (outcome->value_or(~message.number) == message.number) {
      rows.see(message);
    }
    return engine::Done{};
  }
};

CONTRACT(ActorContract, handlers_that_wait_keep_the_order) {  // US14.1, FR-MBX-7
  constexpr std::uint32_t senders = 3;
  const std::uint32_t each = backend.share(15'000) / senders;
  Rows rows;
  ActorSystem system{SystemOptions{.executor = &backend.executor()}};
  const auto other = system.spawn([](Question question) { return question.number; });
  const auto actor = system.spawn([&rows, other](ActorContext<Numbered>& context, Numbered message) {
    return Noting{context.ask(other, Question{message.number}), rows, message};
  });

  backend.from_outside(senders, each,
                       [&](std::uint32_t sender, std::uint32_t number) { (void)actor.tell({sender, number}); });
  backend.drain();

  EXPECT_EQ(rows.errors(), 0u);
  for (std::uint32_t sender = 0; sender < senders; ++sender) {
    EXPECT_EQ(rows.seen(sender), each);
  }
}

}  // namespace
}  // namespace sluice::contract
