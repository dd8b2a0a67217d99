// SPDX-License-Identifier: BSL-1.0
// Mailboxes that handle the most urgent message first.
#include <sluice/engine/dispatch/mailbox_offer.hpp>
#include <sluice_test/test.hpp>

#include "stage.hpp"

namespace sluice::engine {
namespace {

/// Tens are the urgency, ones tell messages apart: 12 before 21.
std::int32_t tens(const Envelope& envelope) noexcept {
  return static_cast<std::int32_t>(static_cast<const Numbered&>(envelope).message / 10);
}

struct Urgent {
  explicit Urgent(Overflow overflow = Overflow::fail, std::uint32_t capacity = no_limit,
                  std::int32_t (*priority_of)(const Envelope&) noexcept = &tens) noexcept
      : lane{{.kind = QueueKind::priority,
              .capacity = capacity,
              .overflow = overflow,
              .high_water = 100,
              .priority_of = priority_of}} {}

  [[nodiscard]] std::string_view run() noexcept {
    stage.executor.drain();
    return stage.trace.take();
  }

  Stage stage;
  Lane lane;
  Recorder mailbox{stage.dispatcher, stage.trace, &lane};
};

TEST(PriorityLane, handles_the_most_urgent_first_and_equals_in_their_order) {
  Urgent urgent;

  for (const std::uint32_t number : {21u, 11u, 22u, 1u, 12u}) {
    EXPECT_EQ(urgent.mailbox.send(number).posted, Posted::queued);
  }

  EXPECT_EQ(urgent.run(), "m1 m11 m12 m21 m22");
}

TEST(PriorityLane, without_a_function_all_are_equal) {
  Urgent urgent{Overflow::fail, no_limit, nullptr};

  for (const std::uint32_t number : {21u, 11u, 1u}) {
    (void)urgent.mailbox.send(number);
  }

  EXPECT_EQ(urgent.run(), "m21 m11 m1");
}

TEST(PriorityLane, a_full_one_gives_the_message_back) {
  Urgent urgent{Overflow::fail, 2};
  (void)urgent.mailbox.send(21);
  (void)urgent.mailbox.send(11);
  Envelope& third = numbered(1);

  EXPECT_EQ(urgent.mailbox.try_post(third).posted, Posted::full);

  end(third);
  EXPECT_EQ(urgent.run(), "m11 m21");
}

TEST(PriorityLane, one_that_drops_the_oldest_gives_up_the_least_urgent) {
  Urgent urgent{Overflow::drop_oldest, 2};
  (void)urgent.mailbox.send(21);
  (void)urgent.mailbox.send(11);

  EXPECT_EQ(urgent.mailbox.send(1).posted, Posted::queued);
  EXPECT_EQ(urgent.mailbox.send(31).posted, Posted::dropped);

  EXPECT_EQ(urgent.stage.trace.take(), "d21/dropped_oldest d31/dropped_newest");
  EXPECT_EQ(urgent.run(), "m1 m11");
}

TEST(PriorityLane, what_is_left_at_the_end_becomes_dead_letters) {  // R5.6
  Urgent urgent;
  (void)urgent.mailbox.send(21);
  (void)urgent.mailbox.send(11);

  urgent.mailbox.close();

  EXPECT_EQ(urgent.run(), "d11/stopped d21/stopped closed on_closed");
}

TEST(PriorityLane, who_waits_for_room_is_taken_by_its_urgency) {
  Urgent urgent{Overflow::block, 2};
  (void)urgent.mailbox.send(21);
  (void)urgent.mailbox.send(22);
  MailboxOffer offer{urgent.mailbox, numbered(1)};
  EXPECT_FALSE(offer.poll(Waker{}).has_value());

  EXPECT_EQ(urgent.run(), "m21 m1 m22");

  const Poll<Result<>> polled = offer.poll(Waker{});
  EXPECT_TRUE(polled.has_value() && polled->has_value());
}

TEST(PriorityLane, who_gives_up_waiting_has_a_dead_letter) {
  Urgent urgent{Overflow::block, 1};
  (void)urgent.mailbox.send(21);
  {
    MailboxOffer offer{urgent.mailbox, numbered(1)};
    EXPECT_FALSE(offer.poll(Waker{}).has_value());
  }

  EXPECT_EQ(urgent.stage.trace.take(), "d1/offer_given_up");
  EXPECT_EQ(urgent.run(), "m21");
}

}  // namespace
}  // namespace sluice::engine
