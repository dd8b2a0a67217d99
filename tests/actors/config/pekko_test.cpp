// SPDX-License-Identifier: BSL-1.0
// Sections of Pekko's configuration, as descriptors: R6.5, R2.7.
#include <chrono>
#include <sluice/actors/config/pekko.hpp>
#include <sluice_test/test.hpp>
#include <string_view>

namespace sluice {
namespace {

using namespace std::chrono_literals;
using Reason = PekkoError::Reason;

DispatcherDescriptor dispatcher(std::string_view key, std::string_view value) {
  const PekkoSetting section[] = {{key, value}};
  const auto made = dispatcher_from_pekko("x", section);
  EXPECT_TRUE(made.has_value());
  return made.value_or(DispatcherDescriptor{});
}

TEST(PekkoMode, reads_the_throughput_and_takes_less_than_one_for_one) {  // R6.5
  EXPECT_EQ(dispatcher("throughput", "100").throughput, 100);
  EXPECT_EQ(dispatcher("throughput", "1").throughput, 1);
  EXPECT_EQ(dispatcher("throughput", "0").throughput, 1);
  EXPECT_EQ(dispatcher("throughput", "-5").throughput, 1);
  EXPECT_EQ(dispatcher("throughput", "99999999999").throughput, INT32_MAX);
  EXPECT_EQ(dispatcher("mailbox-type", "").throughput, 5);
}

TEST(PekkoMode, reads_deadlines_and_takes_less_than_a_millisecond_for_none) {  // R6.5
  EXPECT_TRUE(dispatcher("throughput-deadline-time", "100ms").throughput_deadline == 100ms);
  EXPECT_TRUE(dispatcher("throughput-deadline-time", "5 s").throughput_deadline == 5s);
  EXPECT_TRUE(dispatcher("throughput-deadline-time", "1ms").throughput_deadline == 1ms);
  EXPECT_TRUE(dispatcher("throughput-deadline-time", "999999ns").throughput_deadline == 0ns);
  EXPECT_TRUE(dispatcher("throughput-deadline-time", "0ms").throughput_deadline == 0ns);
  EXPECT_TRUE(dispatcher("throughput-deadline-time", "-1s").throughput_deadline == 0ns);
}

TEST(PekkoMode, knows_the_units_of_time) {  // R6.5
  EXPECT_TRUE(dispatcher("throughput-deadline-time", "7").throughput_deadline == 7ms);
  EXPECT_TRUE(dispatcher("throughput-deadline-time", "2000 us").throughput_deadline == 2ms);
  EXPECT_TRUE(dispatcher("throughput-deadline-time", "3 minutes").throughput_deadline == 3min);
  EXPECT_TRUE(dispatcher("throughput-deadline-time", "1h").throughput_deadline == 1h);
  EXPECT_TRUE(dispatcher("throughput-deadline-time", "2 days").throughput_deadline == 48h);
}

TEST(PekkoMode, reads_what_a_dispatcher_requires_of_mailboxes) {  // R6.5
  EXPECT_TRUE(dispatcher("mailbox-requirement", "").mailbox_requirement.is_empty());
  EXPECT_TRUE(
      dispatcher("mailbox-requirement", "org.apache.pekko.dispatch.BoundedMessageQueueSemantics").mailbox_requirement ==
      BoundedBased{});
  EXPECT_TRUE(
      dispatcher("mailbox-requirement", "akka.dispatch.UnboundedDequeBasedMessageQueueSemantics").mailbox_requirement ==
      UnboundedDequeBased{});
}

TEST(PekkoMode, takes_a_class_of_mailboxes_for_the_one_that_the_section_describes) {  // R6.5
  EXPECT_EQ(dispatcher("mailbox-type", "org.apache.pekko.dispatch.BoundedMailbox").mailbox_type, std::string_view{"x"});
  EXPECT_EQ(dispatcher("mailbox-type", "my-mailbox").mailbox_type, std::string_view{"my-mailbox"});
}

TEST(PekkoMode, makes_a_blocking_mailbox_one_whose_senders_wait_as_futures) {  // R6.5
  const PekkoSetting section[] = {{"mailbox-type", "org.apache.pekko.dispatch.BoundedMailbox"},
                                  {"mailbox-capacity", "10"},
                                  {"mailbox-push-timeout-time", "250ms"},
                                  {"throughput", "7"}};

  const auto made = mailbox_from_pekko("x", section);

  ASSERT_TRUE(made.has_value());
  const engine::MailboxSettings& settings = made->mailbox.settings();
  EXPECT_TRUE(settings.kind == engine::QueueKind::bounded);
  EXPECT_EQ(settings.capacity, 10u);
  EXPECT_TRUE(settings.overflow == Overflow::block);
  EXPECT_TRUE(settings.push_timeout == 250ms);
}

TEST(PekkoMode, knows_that_a_push_timeout_of_0_waits_for_nothing_and_a_negative_one_for_ever) {  // R6.5
  const PekkoSetting at_once[] = {{"mailbox-type", "BoundedDequeBasedMailbox"}, {"mailbox-push-timeout-time", "0s"}};
  const PekkoSetting for_ever[] = {{"mailbox-type", "BoundedMailbox"}, {"mailbox-push-timeout-time", "-1s"}};
  const PekkoSetting usual[] = {{"mailbox-type", "BoundedMailbox"}};
  const PekkoSetting never[] = {{"mailbox-type", "NonBlockingBoundedMailbox"}};

  const auto first = mailbox_from_pekko("x", at_once);
  const auto second = mailbox_from_pekko("x", for_ever);
  const auto third = mailbox_from_pekko("x", usual);
  const auto fourth = mailbox_from_pekko("x", never);

  ASSERT_TRUE(first.has_value() && second.has_value() && third.has_value() && fourth.has_value());
  EXPECT_TRUE(first->mailbox.settings().overflow == Overflow::dead_letter);
  EXPECT_TRUE(first->mailbox.settings().kind == engine::QueueKind::deque);
  EXPECT_TRUE(second->mailbox.settings().overflow == Overflow::block);
  EXPECT_FALSE(second->mailbox.settings().push_timeout > 0s);
  EXPECT_TRUE(third->mailbox.settings().push_timeout == 10s);
  EXPECT_EQ(third->mailbox.settings().capacity, 1000u);
  EXPECT_TRUE(fourth->mailbox.settings().overflow == Overflow::dead_letter);
}

TEST(PekkoMode, reads_how_much_a_stash_holds) {  // R3.9, R6.5
  const PekkoSetting section[] = {{"stash-capacity", "3"}};
  const PekkoSetting unlimited[] = {{"stash-capacity", "-1"}};

  EXPECT_EQ(mailbox_from_pekko("x", section)->stash_capacity, 3u);
  EXPECT_EQ(dispatcher_from_pekko("x", section)->stash_capacity, 3u);
  EXPECT_EQ(mailbox_from_pekko("x", unlimited)->stash_capacity, 0u);
}

TEST(PekkoMode, names_key_and_value_of_what_it_does_not_understand) {  // R6.5, R6.3
  struct Case {
    PekkoSetting line;
    Reason reason;
  };
  const Case cases[] = {{{"throughputs", "5"}, Reason::unknown_key},
                        {{"throughput", "five"}, Reason::no_number},
                        {{"throughput", ""}, Reason::no_number},
                        {{"throughput", "5x"}, Reason::no_number},
                        {{"throughput", "99999999999999999999"}, Reason::no_number},
                        {{"throughput-deadline-time", "5 parsecs"}, Reason::no_duration},
                        {{"throughput-deadline-time", "ms"}, Reason::no_duration},
                        {{"throughput-deadline-time", "999999999 days"}, Reason::no_duration},
                        {{"mailbox-push-timeout-time", "-"}, Reason::no_duration},
                        {{"mailbox-capacity", "0"}, Reason::out_of_range},
                        {{"mailbox-capacity", "-1"}, Reason::out_of_range},
                        {{"stash-capacity", "0"}, Reason::out_of_range},
                        {{"mailbox-type", "UnboundedControlAwareMailbox"}, Reason::unknown_class},
                        {{"mailbox-requirement", "MultipleConsumerSemantics"}, Reason::unknown_class}};
  for (const Case& each : cases) {
    const auto made = mailbox_from_pekko("x", {&each.line, 1});
    ASSERT_FALSE(made.has_value());
    EXPECT_TRUE(made.error().reason == each.reason);
    EXPECT_EQ(made.error().key, each.line.key);
    EXPECT_EQ(made.error().value, each.line.value);
  }
}

}  // namespace
}  // namespace sluice
