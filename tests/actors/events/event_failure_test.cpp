// SPDX-License-Identifier: BSL-1.0
// Callbacks that fail, as values: publishers do not notice. US18, FR-EVT-5
#include <sluice/actors/events/event_reports.hpp>
#include <sluice/actors/life/actor_error.hpp>
#include <sluice_test/test.hpp>
#include <string_view>
#include "notes.hpp"

namespace sluice::events_test {
namespace {

class FailingSubscriber : public testing::Test {
protected:
  FailingSubscriber() { stream.set_log(EventLog::nothing); }

  EventStream stream;
  Notes notes;
  int reports = 0;
  SubscriberFailed last{};
  std::string_view text;
  Subscription reporting = *stream.subscribe<SubscriberFailed>([this](const SubscriberFailed& failed) {
    ++reports;
    text = failed.text;
    last = failed;
  });
};

TEST_F(FailingSubscriber, is_counted_and_reported_once_and_goes_on) {
  const auto failing = stream.subscribe<Tick>([this](const Tick&) -> ActorResult<> {
    notes.add('f');
    return fail(ActorError::retryable("no disk"));
  });
  const Subscription next = listen(stream, notes, 'n');

  stream.publish(Tick{});
  stream.publish(Tick{});

  EXPECT_EQ(notes.take(), "fnfn");
  EXPECT_EQ(reports, 1);
  EXPECT_EQ(text, "no disk");
  EXPECT_FALSE(last.is_ended);
  EXPECT_EQ(stream.counters().failures, 2u);
}

TEST_F(FailingSubscriber, ends_if_that_was_wished) {
  const auto failing = stream.subscribe<Tick>(
      [this](const Tick&) -> Result<> {
        notes.add('f');
        return std::unexpected{Error::closed};
      },
      {.on_failure = OnFailure::end});
  const Subscription next = listen(stream, notes, 'n');

  stream.publish(Tick{});
  stream.publish(Tick{});

  EXPECT_EQ(notes.take(), "fnn");
  EXPECT_TRUE(last.is_ended);
  EXPECT_FALSE(failing->is_active());
  EXPECT_EQ(stream.counters().failures, 1u);
}

TEST_F(FailingSubscriber, that_does_not_fail_is_not_reported) {
  const auto fine = stream.subscribe<Tick>([](const Tick&) -> Result<> { return {}; });

  stream.publish(Tick{});

  EXPECT_EQ(reports, 0);
  EXPECT_EQ(stream.counters().failures, 0u);
}

TEST_F(FailingSubscriber, of_reports_makes_no_reports) {
  const auto of_reports = stream.subscribe<SubscriberFailed>(
      [](const SubscriberFailed&) -> Result<> { return std::unexpected{Error::closed}; });
  const auto failing = stream.subscribe<Tick>([](const Tick&) -> Result<> { return std::unexpected{Error::closed}; });

  stream.publish(Tick{});

  EXPECT_EQ(reports, 1);
  EXPECT_EQ(stream.counters().failures, 2u);
}

}  // namespace
}  // namespace sluice::events_test
