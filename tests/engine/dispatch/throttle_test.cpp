// SPDX-License-Identifier: BSL-1.0
// R3.3, D7: who sends into a mailbox under pressure runs in shorter slices.
#include <sluice/engine/dispatch/throttle.hpp>
#include <sluice_test/test.hpp>

#include "stage.hpp"

namespace sluice::engine {
namespace {

TEST(Throttle, each_pressured_slice_halves_the_next_down_to_one) {  // D7
  Throttle throttle;
  std::uint32_t limits[6];

  for (std::uint32_t& limit : limits) {
    limit = throttle.limit(10);
    throttle.note_pressure();
    throttle.end_slice();
  }

  EXPECT_EQ(limits[0], 10u);
  EXPECT_EQ(limits[1], 5u);
  EXPECT_EQ(limits[2], 2u);
  EXPECT_EQ(limits[3], 1u);
  EXPECT_EQ(limits[4], 1u);
  EXPECT_EQ(limits[5], 1u);
}

TEST(Throttle, never_goes_below_one_however_long_it_lasts) {
  Throttle throttle;

  for (int i = 0; i < 300; ++i) {
    throttle.note_pressure();
    throttle.end_slice();
  }

  EXPECT_EQ(throttle.limit(UINT32_MAX), 1u);
  EXPECT_EQ(throttle.limit(1), 1u);
}

TEST(Throttle, relief_restores_it_unless_something_else_presses) {  // D7
  Throttle throttle;
  throttle.note_pressure();
  throttle.end_slice();

  throttle.note_relief();
  throttle.note_pressure();
  throttle.note_relief();
  throttle.end_slice();
  EXPECT_EQ(throttle.limit(8), 2u);
  throttle.note_relief();
  throttle.end_slice();

  EXPECT_EQ(throttle.limit(8), 8u);
}

TEST(Throttle, silence_keeps_it_for_a_while) {  // D7
  Throttle throttle;
  throttle.note_pressure();
  throttle.end_slice();

  for (int i = 1; i < Throttle::patience; ++i) {
    throttle.end_slice();
    EXPECT_EQ(throttle.limit(8), 4u);
  }
  throttle.end_slice();

  EXPECT_EQ(throttle.limit(8), 8u);
}

/// An actor that sends odd messages on into a full mailbox of 4.
struct Pipeline {
  explicit Pipeline(const DispatcherSettings& settings = {.throughput = 8}) noexcept : stage{settings} {
    target.is_quiet = true;
    sender.is_quiet = true;
    sender.peer = &target;
    sender.on_message = [](Recorder& self, std::uint32_t number) noexcept {
      Envelope& envelope = numbered(number);
      if (number % 2 == 0 || self.peer->try_post(envelope, &self).posted != Posted::queued) {
        end(envelope);
      }
    };
    target.suspend();
    target.send_all(1, 4);
    (void)stage.trace.take();
  }

  /// How many messages the sender handles in its next slice.
  [[nodiscard]] std::uint32_t slice() noexcept {
    const std::uint32_t before = sender.handled;
    (void)stage.executor.tick(1);
    return sender.handled - before;
  }
  void send(std::uint32_t number, std::uint32_t times) noexcept {
    for (std::uint32_t i = 0; i < times; ++i) {
      (void)sender.send(number);
    }
  }

  static constexpr std::uint32_t to_target = 1;
  static constexpr std::uint32_t for_itself = 2;

  Stage stage;
  Lane lane{{.kind = QueueKind::bounded, .capacity = 4}};
  Recorder target{stage.dispatcher, stage.trace, &lane};
  Recorder sender{stage.dispatcher, stage.trace, nullptr, "sender."};
};

TEST(MailboxThrottle, a_sender_into_a_pressured_mailbox_runs_ever_shorter_slices) {  // R3.3, D7
  Pipeline pipeline;
  pipeline.send(Pipeline::to_target, 8 + 4);
  EXPECT_EQ(pipeline.slice(), 8u);
  (void)pipeline.stage.trace.take();
  EXPECT_EQ(pipeline.slice(), 4u);
  (void)pipeline.stage.trace.take();
  pipeline.send(Pipeline::to_target, 4);

  EXPECT_EQ(pipeline.slice(), 2u);
  EXPECT_EQ(pipeline.slice(), 1u);
  EXPECT_EQ(pipeline.slice(), 1u);

  EXPECT_EQ(pipeline.slice(), 0u);
}

TEST(MailboxThrottle, its_slices_stay_short_until_the_mailbox_is_below_low_water) {  // D7
  Pipeline pipeline;
  pipeline.send(Pipeline::to_target, 8);
  EXPECT_EQ(pipeline.slice(), 8u);
  (void)pipeline.stage.trace.take();

  pipeline.send(Pipeline::for_itself, 4);
  EXPECT_EQ(pipeline.slice(), 4u);
  pipeline.send(Pipeline::for_itself, 8);
  EXPECT_EQ(pipeline.slice(), 4u);  // nothing was sent there, and nothing is better
  EXPECT_EQ(pipeline.slice(), 4u);
  pipeline.target.resume();
  pipeline.stage.executor.drain();
  pipeline.target.suspend();
  pipeline.send(Pipeline::to_target, 1);
  EXPECT_EQ(pipeline.slice(), 1u);
  pipeline.send(Pipeline::for_itself, 9);

  EXPECT_EQ(pipeline.slice(), 8u);
  pipeline.stage.executor.drain();
}

TEST(MailboxThrottle, the_end_of_the_mailbox_restores_its_senders) {  // D7
  Pipeline pipeline;
  pipeline.send(Pipeline::to_target, 8);
  EXPECT_EQ(pipeline.slice(), 8u);
  pipeline.target.close();
  (void)pipeline.stage.trace.take();
  pipeline.send(Pipeline::to_target, 4);
  EXPECT_EQ(pipeline.slice(), 4u);

  pipeline.send(Pipeline::for_itself, 9);

  EXPECT_EQ(pipeline.slice(), 8u);
  pipeline.stage.executor.drain();
}

TEST(MailboxThrottle, whoever_sends_elsewhere_is_not_slowed) {  // D7
  Pipeline pipeline;

  pipeline.send(Pipeline::for_itself, 17);

  EXPECT_EQ(pipeline.slice(), 8u);
  EXPECT_EQ(pipeline.slice(), 8u);
  EXPECT_EQ(pipeline.slice(), 1u);
}

/// Sends everything on, and lives again and again, as a cell does.
class Reborn final : public Mailbox {
public:
  explicit Reborn(Recorder& target) noexcept : target_{target} {}
  void live(Dispatcher& dispatcher) noexcept {
    check(begin_open(), "nobody posts late in this test");
    end_open(dispatcher, recorder_label);
  }
  std::uint32_t handled = 0;

private:
  void handle(Envelope&) noexcept override {
    ++handled;
    Envelope& envelope = numbered(1);
    if (target_.try_post(envelope, this).posted != Posted::queued) {
      end(envelope);
    }
  }
  void handle_system(SystemNode&) noexcept override {}
  void resume_handler() noexcept override {}
  void dead_letter(Envelope&, DeadLetterReason) noexcept override {}
  void on_closed() noexcept override {}

  Recorder& target_;
};

TEST(MailboxThrottle, a_new_life_begins_with_whole_slices) {  // D7
  Pipeline pipeline;
  Reborn sender{pipeline.target};
  sender.live(pipeline.stage.dispatcher);
  sender.post(numbered(1));
  pipeline.stage.executor.drain();
  sender.close();
  (void)pipeline.stage.trace.take();

  sender.live(pipeline.stage.dispatcher);
  for (int i = 0; i < 8; ++i) {
    sender.post(numbered(1));
  }
  sender.handled = 0;
  (void)pipeline.stage.executor.tick(1);

  EXPECT_EQ(sender.handled, 8u);
  sender.close();
}

/// The first slices of a mailbox of 16 that is full: how many messages each handles.
struct Congested {
  explicit Congested(bool slow) noexcept : stage{{.throughput = 4, .slow_congested = slow}} {
    mailbox.is_quiet = true;
    mailbox.send_all(1, 16);
    for (std::uint32_t& slice : slices) {
      const std::uint32_t before = mailbox.handled;
      (void)stage.executor.tick(1);
      slice = mailbox.handled - before;
    }
    EXPECT_EQ(mailbox.handled, 16u);
  }
  Stage stage;
  Lane lane{{.kind = QueueKind::deque, .capacity = 16}};
  Recorder mailbox{stage.dispatcher, stage.trace, &lane};
  std::uint32_t slices[9]{};
};

TEST(MailboxThrottle, a_congested_mailbox_itself_is_not_slowed) {  // D7
  const Congested congested{false};

  EXPECT_EQ(congested.slices[0], 4u);
  EXPECT_EQ(congested.slices[1], 4u);
  EXPECT_EQ(congested.slices[2], 4u);
  EXPECT_EQ(congested.slices[3], 4u);
}

TEST(MailboxThrottle, a_congested_mailbox_is_slowed_where_that_was_asked_for) {  // R3.3 to the letter
  const Congested congested{true};

  // Under pressure until 7 of 16 are left.
  EXPECT_EQ(congested.slices[0], 4u);
  EXPECT_EQ(congested.slices[1], 2u);
  EXPECT_EQ(congested.slices[2], 1u);
  EXPECT_EQ(congested.slices[3], 1u);
  EXPECT_EQ(congested.slices[4], 1u);
  EXPECT_EQ(congested.slices[5], 1u);
  EXPECT_EQ(congested.slices[6], 4u);
  EXPECT_EQ(congested.slices[7], 2u);
}

}  // namespace
}  // namespace sluice::engine
