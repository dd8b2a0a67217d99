// SPDX-License-Identifier: BSL-1.0
// Who gets a worker that waits for a loop. R7.1, R7.5
#include <gtest/gtest.h>

#include <sluice/integrations/asio/loop_token.hpp>

namespace sluice::asio_bridge {
namespace {

TEST(LoopToken, a_started_worker_is_posted_once_and_the_loop_gets_it) {
  LoopToken token;

  EXPECT_TRUE(token.start());
  EXPECT_TRUE(token.begin());
  EXPECT_FALSE(token.recall());
}

TEST(LoopToken, a_worker_that_was_called_back_leaves_the_loop_nothing_to_do) {
  LoopToken token;
  EXPECT_TRUE(token.start());

  EXPECT_TRUE(token.recall());
  EXPECT_FALSE(token.recall());

  EXPECT_FALSE(token.begin());
}

TEST(LoopToken, a_handler_that_is_still_in_the_queue_serves_the_next_start) {
  LoopToken token;
  EXPECT_TRUE(token.start());
  EXPECT_TRUE(token.recall());

  EXPECT_FALSE(token.start());

  EXPECT_TRUE(token.begin());
  EXPECT_TRUE(token.start());
}

TEST(LoopToken, a_worker_whose_handler_ended_with_the_loop_can_be_called_back) {
  LoopToken token;
  EXPECT_TRUE(token.start());

  token.drop();

  EXPECT_TRUE(token.recall());
}

TEST(LoopToken, a_stranded_worker_can_be_called_back) {
  LoopToken token;

  token.strand();

  EXPECT_TRUE(token.recall());
}

}  // namespace
}  // namespace sluice::asio_bridge
