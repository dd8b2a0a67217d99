// SPDX-License-Identifier: BSL-1.0
// Wake-ups as often as possible: one that is lost stops a rally, or leaves a message behind. R2.1, R5.1, R5.3, SC-11
#include <optional>
#include <sluice/engine/dispatch/dispatcher.hpp>
#include <sluice/engine/dispatch/lane.hpp>
#include <sluice_test/contract.hpp>
#include <sluice_test/probe.hpp>

namespace sluice::contract {
namespace {

using engine::Dispatcher;
using engine::Lane;
using engine::MailboxSettings;
using engine::QueueKind;

/// Has room for one message, and sends the ball back until it was hit often enough.
class Player final : public Probe {
public:
  Player(Dispatcher& dispatcher, Lane& lane) noexcept : Probe{dispatcher, &lane} {}
  Player* other = nullptr;
  std::uint32_t refused = 0;

private:
  void on_message(Numbered ball) noexcept override {
    if (ball.number > 0) {
      refused += other->send({ball.sender, ball.number - 1}, this).posted == engine::Posted::queued ? 0u : 1u;
    }
  }
};

/// Two players, and the lanes between them.
struct Court {
  static constexpr MailboxSettings one_message{.kind = QueueKind::bounded, .capacity = 1};

  explicit Court(Dispatcher& dispatcher) noexcept : near{dispatcher, near_lane}, far{dispatcher, far_lane} {
    near.other = &far;
    far.other = &near;
  }
  [[nodiscard]] std::uint32_t hits() const noexcept { return near.handled.get() + far.handled.get(); }

  Lane near_lane{one_message};
  Lane far_lane{one_message};
  Player near;
  Player far;
};

CONTRACT_SUITE(RallyContract);

CONTRACT(RallyContract, two_million_hits_through_lanes_for_one_message_lose_no_ball) {  // R2.1, R5.3
  constexpr std::uint32_t courts = 2;
  const std::uint32_t hits = backend.share(2'000'000) / courts;
  Dispatcher dispatcher{backend.executor(), {.throughput = 1}};
  Court court[courts]{Court{dispatcher}, Court{dispatcher}};

  for (Court& one : court) {
    (void)one.near.send({0, hits - 1});
  }
  backend.drain();

  for (const Court& one : court) {
    EXPECT_EQ(one.hits(), hits);
    EXPECT_EQ(one.near.refused + one.far.refused, 0u);
    EXPECT_EQ(one.near.room.overlaps() + one.far.room.overlaps(), 0u);
  }
}

/// Sees the order of its messages.
class Target final : public Probe {
public:
  using Probe::Probe;
  Rows rows;

private:
  void on_message(Numbered message) noexcept override { rows.see(message); }
};

CONTRACT(RallyContract, eight_producers_that_race_the_way_to_idle_leave_nothing_behind) {  // R5.1, R5.3
  constexpr std::uint32_t producers = 8;
  const std::uint32_t each = backend.share(producers * 100'000) / producers;
  Dispatcher dispatcher{backend.executor()};
  Target targets[2]{Target{dispatcher}, Target{dispatcher}};

  // Each now and then waits for what it sent: then its target is idle, or about to be.
  backend.from_outside(producers, each, [&](std::uint32_t sender, std::uint32_t number) {
    Target& target = targets[sender % 2];
    const std::uint32_t before = target.handled.get();
    (void)target.send({sender, number});
    if (number % 64 == sender) {
      EXPECT_TRUE(backend.wait_until([&] { return target.handled.get() != before; }));
    }
  });
  backend.drain();

  for (std::uint32_t sender = 0; sender < producers; ++sender) {
    EXPECT_EQ(targets[sender % 2].rows.seen(sender), each);
  }
  for (const Target& target : targets) {
    EXPECT_EQ(target.rows.errors(), 0u);
    EXPECT_EQ(target.room.overlaps(), 0u);
    EXPECT_EQ(target.room.visits(), producers / 2 * each);
  }
}

CONTRACT(RallyContract, a_mailbox_that_is_idle_each_time_wakes_each_time) {  // R5.1
  const std::uint32_t times = backend.share(4'000) / 2;
  Dispatcher dispatcher{backend.executor()};
  Target target{dispatcher};

  backend.from_outside(1, times, [&](std::uint32_t sender, std::uint32_t number) {
    (void)target.send({sender, number});
    EXPECT_TRUE(backend.wait_until([&] { return target.handled.get() == number + 1; }));
  });
  backend.drain();

  EXPECT_EQ(target.rows.seen(0), times);
}

}  // namespace
}  // namespace sluice::contract
