// SPDX-License-Identifier: BSL-1.0
// A tick loop under a planned load, in virtual time: how late messages are, and what the processor does. SC-1, SC-10, R2.6
#include <sluice/engine/dispatch/dispatcher.hpp>
#include <sluice/engine/envelope.hpp>
#include <sluice/engine/mailbox.hpp>
#include <sluice/engine/manual_executor.hpp>
#include <sluice_test/test.hpp>

namespace sluice::engine {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

constexpr trace::Label sensor_label{"Sensor", "run", __FILE__, __LINE__, 0};
constexpr std::uint32_t sensors = 4;
constexpr std::uint32_t rate = 1'000;  // messages per second
constexpr microseconds interval{1'000'000 / rate};
constexpr microseconds of_handler{150};  // what a message takes
constexpr microseconds of_slice{20};     // what a slice takes beside its messages
constexpr std::uint32_t seconds_of_load = 3;
constexpr std::uint32_t messages = rate * seconds_of_load;

/// How late messages were handled.
class Lateness {
public:
  void note(Duration late) noexcept {
    ++count_;
    within_ += late <= milliseconds{5} ? 1u : 0u;
    longest_ = late > longest_ ? late : longest_;
  }
  [[nodiscard]] std::uint32_t count() const noexcept { return count_; }
  [[nodiscard]] std::uint32_t within_5_ms() const noexcept { return within_; }
  [[nodiscard]] Duration longest() const noexcept { return longest_; }

private:
  std::uint32_t count_ = 0;
  std::uint32_t within_ = 0;
  Duration longest_{};
};

struct Sample {
  Instant due;
};

/// Handles samples; that takes time.
class Sensor final : public Mailbox {
public:
  Sensor(Dispatcher& dispatcher, ManualClock& clock, Lateness& lateness) noexcept
      : Mailbox{dispatcher, sensor_label}, clock_{clock}, lateness_{lateness} {}

  void send(Instant due) noexcept {
    auto* const envelope = EnvelopeOf<Sample>::make({due});
    check(envelope != nullptr, "there is memory for a sample");
    post(*envelope);
  }

private:
  void handle(Envelope& envelope) noexcept override {
    clock_.advance(of_handler);
    lateness_.note(clock_.now() - static_cast<EnvelopeOf<Sample>&>(envelope).message.due);
  }
  void handle_system(SystemNode&) noexcept override {}
  void resume_handler() noexcept override {}
  void dead_letter(Envelope&, DeadLetterReason) noexcept override { ADD_FAILURE(); }
  void on_closed() noexcept override {}

  ManualClock& clock_;
  Lateness& lateness_;
};

/// A main loop that ticks, and sleeps until the next sample while there is nothing to run.
class Board {
public:
  /// Samples come in groups of `burst`, as many per second as planned.
  void run(std::uint32_t burst) noexcept {
    const Instant begin = clock_.now();
    std::uint32_t sent = 0;
    while (sent < messages || is_busy_) {
      for (; sent < messages && due_of(begin, sent, burst) <= clock_.now(); ++sent) {
        sensor_[sent % sensors].send(due_of(begin, sent, burst));
      }
      step(begin, sent, burst);
    }
    elapsed_ = clock_.now() - begin;
  }

  [[nodiscard]] Duration busy() const noexcept { return elapsed_ - asleep_; }
  [[nodiscard]] std::uint32_t slices() const noexcept { return slices_; }
  [[nodiscard]] const Lateness& lateness() const noexcept { return lateness_; }

private:
  [[nodiscard]] static Instant due_of(Instant begin, std::uint32_t number, std::uint32_t burst) noexcept {
    return begin + interval * (number - number % burst);
  }

  void step(Instant begin, std::uint32_t sent, std::uint32_t burst) noexcept {
    const std::uint32_t ran = executor_.tick(1);
    is_busy_ = ran != 0;
    slices_ += ran;
    clock_.advance(of_slice * ran);
    if (!is_busy_ && sent < messages) {
      const Duration until_next = due_of(begin, sent, burst) - clock_.now();
      if (until_next > Duration{}) {
        asleep_ += until_next;
        clock_.advance(until_next);
      }
    }
  }

  ManualClock clock_;
  ManualExecutor executor_;
  Dispatcher dispatcher_{executor_, {.throughput = 4}};
  Lateness lateness_;
  Sensor sensor_[sensors]{{dispatcher_, clock_, lateness_},
                          {dispatcher_, clock_, lateness_},
                          {dispatcher_, clock_, lateness_},
                          {dispatcher_, clock_, lateness_}};
  Duration asleep_{};
  Duration elapsed_{};
  std::uint32_t slices_ = 0;
  bool is_busy_ = false;
};

// A slice for each message is the plan for single ones; bursts share slices, and are cheaper.
constexpr Duration planned = messages * (of_handler + of_slice);

TEST(VirtualLoad, a_thousand_messages_a_second_take_the_processor_as_planned) {  // SC-10
  Board board;

  board.run(1);

  EXPECT_EQ(board.lateness().count(), messages);
  EXPECT_EQ(board.slices(), messages);  // nobody is run for nothing
  EXPECT_LE(board.busy() * 10, planned * 11);
  EXPECT_GE(board.busy() * 10, planned * 9);
}

TEST(VirtualLoad, nineteen_of_twenty_messages_are_handled_within_five_milliseconds) {  // SC-1
  Board board;

  board.run(1);

  EXPECT_EQ(board.lateness().count(), messages);
  EXPECT_GE(board.lateness().within_5_ms() * 20, messages * 19);
  EXPECT_LE(board.lateness().longest(), milliseconds{5});
}

TEST(VirtualLoad, bursts_of_twenty_are_handled_within_five_milliseconds_too) {  // SC-1, SC-10
  Board board;

  board.run(20);

  EXPECT_EQ(board.lateness().count(), messages);
  EXPECT_GE(board.lateness().within_5_ms() * 20, messages * 19);
  EXPECT_LE(board.busy() * 10, planned * 11);
}

}  // namespace
}  // namespace sluice::engine
