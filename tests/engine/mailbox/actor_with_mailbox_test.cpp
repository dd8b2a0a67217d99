// SPDX-License-Identifier: BSL-1.0
// KIND-7: the actor of the example, on every kind.
#include <03_actor_with_mailbox/actor_with_mailbox.hpp>
#include <sluice_test/test.hpp>

namespace sluice::mailbox {
namespace {

class Listener final : public ActorWithMailbox<int> {
public:
  using ActorWithMailbox::ActorWithMailbox;

  int heard = 0;  ///< as digits: 1, 2, 3 gives 123

private:
  void receive(int message) override { heard = heard * 10 + message; }
};

TEST(ActorWithMailbox, what_is_sent_waits_in_the_mailbox) {
  UnboundedMailbox<int> mailbox;
  Listener actor{mailbox};

  EXPECT_TRUE(actor.send(1));
  EXPECT_TRUE(actor.send(2));

  EXPECT_EQ(mailbox.size(), 2u);
  EXPECT_EQ(actor.heard, 0);
}

TEST(ActorWithMailbox, it_receives_one_message_at_a_time) {
  BoundedMailbox<int> mailbox{4};
  Listener actor{mailbox};
  EXPECT_TRUE(actor.send(1));
  EXPECT_TRUE(actor.send(2));

  EXPECT_TRUE(actor.process_next_message());
  EXPECT_EQ(actor.heard, 1);
  EXPECT_TRUE(actor.process_next_message());
  EXPECT_EQ(actor.heard, 12);

  EXPECT_TRUE(mailbox.is_empty());
}

TEST(ActorWithMailbox, with_an_empty_mailbox_it_has_nothing_to_do) {
  UnboundedMailbox<int> mailbox;
  Listener actor{mailbox};

  EXPECT_FALSE(actor.process_next_message());

  EXPECT_EQ(actor.heard, 0);
}

TEST(ActorWithMailbox, its_mailbox_decides_who_is_refused_and_what_comes_next) {
  BoundedMailbox<int> small{2};
  Listener busy{small};
  EXPECT_TRUE(busy.send(1));
  EXPECT_TRUE(busy.send(2));
  EXPECT_FALSE(busy.send(3));

  PriorityMailbox<int> sorted{[](const int& message) { return -message; }};
  Listener fair{sorted};
  EXPECT_TRUE(fair.send(1));
  EXPECT_TRUE(fair.send(2));
  while (busy.process_next_message() || fair.process_next_message()) {
  }

  EXPECT_EQ(busy.heard, 12);
  EXPECT_EQ(fair.heard, 21);
}

}  // namespace
}  // namespace sluice::mailbox
