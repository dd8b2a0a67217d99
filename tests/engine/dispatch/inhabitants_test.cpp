// SPDX-License-Identifier: BSL-1.0
// Who lives in a dispatcher, and how long its executor is kept when nobody does.
#include <sluice/engine/dispatch/inhabitants.hpp>
#include <sluice_test/test.hpp>

#include "stage.hpp"

namespace sluice::engine {
namespace {

using Duty = Inhabitants::Duty;
using std::chrono::seconds;

TEST(Inhabitants, the_last_who_leaves_has_somebody_look_later) {
  Inhabitants inhabitants;
  inhabitants.enter();
  inhabitants.enter();

  EXPECT_EQ(inhabitants.count(), 2u);
  EXPECT_EQ(inhabitants.leave(), Duty::nothing);
  EXPECT_EQ(inhabitants.leave(), Duty::wait);

  EXPECT_EQ(inhabitants.look(), Duty::shut_down);
}

TEST(Inhabitants, who_comes_back_keeps_the_executor) {
  Inhabitants inhabitants;
  inhabitants.enter();
  (void)inhabitants.leave();
  inhabitants.enter();

  EXPECT_EQ(inhabitants.look(), Duty::nothing);

  EXPECT_EQ(inhabitants.leave(), Duty::wait);
}

TEST(Inhabitants, an_empty_house_that_was_used_meanwhile_waits_once_more) {
  Inhabitants inhabitants;
  inhabitants.enter();
  EXPECT_EQ(inhabitants.leave(), Duty::wait);
  inhabitants.enter();
  EXPECT_EQ(inhabitants.leave(), Duty::nothing);  // the look is under way

  EXPECT_EQ(inhabitants.look(), Duty::wait);
  EXPECT_EQ(inhabitants.look(), Duty::shut_down);
}

TEST(Inhabitants, who_leaves_had_entered) {
  sluice_test::expect_broken_promise(
      [] {
        Inhabitants inhabitants;
        (void)inhabitants.leave();
      },
      "who leaves a dispatcher had entered it");
}

/// Has one executor, or none.
class Source final : public ExecutorSource {
public:
  explicit Source(PickyExecutor& executor) noexcept : executor_{executor} {}

  [[nodiscard]] Executor* acquire() noexcept override {
    ++acquired;
    return is_exhausted ? nullptr : &executor_;
  }
  void release(Executor& executor) noexcept override {
    check(&executor == &executor_, "what is given back is what was taken");
    ++released;
  }

  std::uint32_t acquired = 0;
  std::uint32_t released = 0;
  bool is_exhausted = false;

private:
  PickyExecutor& executor_;
};

/// A dispatcher that takes its executor when it needs one.
struct House {
  TraceText trace;
  ManualClock clock;
  PickyExecutor executor;
  Source source{executor};
  Dispatcher dispatcher{source, {.shutdown_timeout = seconds{5}}, {.clock = &clock}};
};

TEST(DispatcherLifetime, the_executor_comes_with_the_first_mailbox) {
  House house;
  EXPECT_EQ(house.source.acquired, 0u);

  Recorder first{house.dispatcher, house.trace};
  Recorder second{house.dispatcher, house.trace};
  (void)first.send(1);
  house.executor.drain();

  EXPECT_EQ(house.source.acquired, 1u);
  EXPECT_EQ(house.dispatcher.inhabitants(), 2u);
  EXPECT_EQ(house.trace.take(), "m1");
}

TEST(DispatcherLifetime, the_executor_goes_a_timeout_after_the_last_mailbox) {
  House house;
  {
    Recorder mailbox{house.dispatcher, house.trace};
    house.clock.advance(seconds{60});
    EXPECT_FALSE(house.dispatcher.end_if_unused());
  }

  house.clock.advance(seconds{4});
  EXPECT_FALSE(house.dispatcher.end_if_unused());
  EXPECT_EQ(house.source.released, 0u);
  house.clock.advance(seconds{1});
  EXPECT_TRUE(house.dispatcher.end_if_unused());

  EXPECT_EQ(house.source.released, 1u);
  EXPECT_FALSE(house.dispatcher.end_if_unused());
}

TEST(DispatcherLifetime, a_closed_mailbox_has_moved_out) {
  House house;
  Recorder mailbox{house.dispatcher, house.trace};

  mailbox.close();

  EXPECT_EQ(house.dispatcher.inhabitants(), 0u);
  house.clock.advance(seconds{5});
  EXPECT_TRUE(house.dispatcher.end_if_unused());
}

TEST(DispatcherLifetime, a_dispatcher_whose_executor_went_is_used_again) {
  House house;
  {
    const Recorder mailbox{house.dispatcher, house.trace};
  }
  house.clock.advance(seconds{5});
  EXPECT_TRUE(house.dispatcher.end_if_unused());

  Recorder mailbox{house.dispatcher, house.trace};
  (void)mailbox.send(1);
  house.executor.drain();

  EXPECT_EQ(house.source.acquired, 2u);
  EXPECT_EQ(house.trace.take(), "m1");
}

TEST(DispatcherLifetime, a_new_mailbox_in_time_keeps_the_executor) {
  House house;
  {
    const Recorder mailbox{house.dispatcher, house.trace};
  }
  house.clock.advance(seconds{4});
  const Recorder mailbox{house.dispatcher, house.trace};

  house.clock.advance(seconds{1});

  EXPECT_FALSE(house.dispatcher.end_if_unused());
  EXPECT_EQ(house.source.acquired, 1u);
  EXPECT_EQ(house.source.released, 0u);
}

TEST(DispatcherLifetime, a_house_that_was_used_meanwhile_waits_a_whole_timeout_more) {
  House house;
  {
    const Recorder mailbox{house.dispatcher, house.trace};
  }
  house.clock.advance(seconds{4});
  {
    const Recorder mailbox{house.dispatcher, house.trace};
  }

  house.clock.advance(seconds{1});
  EXPECT_FALSE(house.dispatcher.end_if_unused());
  house.clock.advance(seconds{4});
  EXPECT_FALSE(house.dispatcher.end_if_unused());
  house.clock.advance(seconds{1});

  EXPECT_TRUE(house.dispatcher.end_if_unused());
}

TEST(DispatcherLifetime, without_an_executor_nobody_moves_in) {
  House house;
  house.source.is_exhausted = true;

  const Result<> moved_in = house.dispatcher.attach();

  ASSERT_FALSE(moved_in.has_value());
  EXPECT_EQ(moved_in.error(), Error::out_of_memory);
  EXPECT_EQ(house.dispatcher.inhabitants(), 0u);
  house.source.is_exhausted = false;
  const Recorder mailbox{house.dispatcher, house.trace};
  EXPECT_EQ(house.dispatcher.inhabitants(), 1u);
}

TEST(DispatcherLifetime, an_executor_that_is_still_there_goes_with_its_dispatcher) {
  TraceText trace;
  ManualClock clock;
  PickyExecutor executor;
  Source source{executor};
  {
    Dispatcher dispatcher{source, {}, {.clock = &clock}};
    const Recorder mailbox{dispatcher, trace};
  }

  EXPECT_EQ(source.released, 1u);
}

TEST(DispatcherLifetime, a_dispatcher_outlives_its_mailboxes) {
  sluice_test::expect_broken_promise(
      [] {
        PickyExecutor executor;
        Dispatcher dispatcher{executor};
        (void)dispatcher.attach();
      },
      "a dispatcher outlives its mailboxes");
}

}  // namespace
}  // namespace sluice::engine
