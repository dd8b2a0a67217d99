// SPDX-License-Identifier: BSL-1.0
// Many threads tell one actor: nothing is lost, and every sender's messages come in order.
#include <gtest/gtest.h>

#include <array>
#include <sluice/sluice.hpp>
#include <thread>
#include <vector>

namespace sluice {
namespace {

constexpr int senders = 8;
constexpr int messages_each = 20'000;

struct Numbered {
  int sender;
  int number;
};

TEST(MailboxStress, eight_senders_lose_nothing_and_keep_their_order) {
  std::array<int, senders> next{};
  int out_of_order = 0;
  {
    ActorSystem system;
    const auto receiver = system.spawn([&](Numbered message) {
      int& expected = next[static_cast<std::size_t>(message.sender)];
      out_of_order += message.number == expected ? 0 : 1;
      expected = message.number + 1;
    });

    std::vector<std::jthread> threads;
    for (int sender = 0; sender < senders; ++sender) {
      threads.emplace_back([receiver, sender] {
        for (int number = 0; number < messages_each; ++number) {
          receiver.tell({sender, number});
        }
      });
    }
  }

  EXPECT_EQ(out_of_order, 0);
  for (const int last : next) {
    EXPECT_EQ(last, messages_each);
  }
}

TEST(MailboxStress, a_rally_goes_idle_at_every_hit_and_never_stops_early) {
  struct Ball {
    int left;
    ActorRef<Ball> from;
  };
  int hits = 0;
  const auto player = [&hits](ActorContext<Ball>& context, Ball ball) {
    ++hits;  // one ball, so one player at a time
    if (ball.left > 0) {
      ball.from.tell({ball.left - 1, context.self()});
    }
  };
  constexpr int rally = 200'000;
  {
    ActorSystem system;
    const auto ping = system.spawn(player);
    const auto pong = system.spawn(player);
    ping.tell({rally - 1, pong});
  }

  EXPECT_EQ(hits, rally);
}

}  // namespace
}  // namespace sluice
