// SPDX-License-Identifier: BSL-1.0
// The engine compiled with its hooks on, and a provider that writes down what it is told.
#include <gtest/gtest.h>

#include <sluice/engine/mailbox.hpp>
#include <sluice/engine/mailboxes.hpp>
#include <sluice/engine/manual_executor.hpp>
#include <sluice_test/own_dispatcher.hpp>
#include <string>
#include <vector>
#include "recorded.hpp"

std::vector<std::string> sluice_test::recorded;
const void* sluice_test::last_slice = nullptr;
bool sluice_test::is_watching = true;

using sluice_test::recorded;

namespace sluice::inline SLUICE_ABI::engine::trace {

Token begin_zone(const Label& label) noexcept {
  recorded.push_back(std::string{"begin "} + label.name);
  return recorded.size();
}

void end_zone(Token token, std::uint64_t value) noexcept {
  recorded.push_back("end of " + std::to_string(token) + ", value " + std::to_string(value));
}

Token begin_slice(const Label& label, const void* who) noexcept {
  sluice_test::last_slice = who;
  return begin_zone(label);
}
void end_slice(Token token, std::uint64_t handled) noexcept { end_zone(token, handled); }

void event(const Label& label, const char* detail, std::uint64_t value) noexcept {
  recorded.push_back(std::string{"event "} + label.name + " of " + (detail == nullptr ? "nothing" : detail) +
                     ", value " + std::to_string(value));
}

Token begin_wait(const Label& label, const void*) noexcept {
  recorded.push_back(std::string{"wait "} + label.name);
  return recorded.size();
}

void end_wait(const Label& label, const void*, Token token) noexcept {
  recorded.push_back(std::string{"waited "} + label.name + " of " + std::to_string(token));
}

void plot(Plot which, std::int64_t value) noexcept {
  recorded.push_back(std::string{name_of(which)} + " " + std::to_string(value));
}
void name_thread(const char*) noexcept {}
void begin_turn() noexcept {}
void end_turn(bool) noexcept {}
void look() noexcept { watched.store(sluice_test::is_watching ? 1 : 0, std::memory_order_relaxed); }
std::uint64_t note_message(const char* type) noexcept {
  recorded.push_back(std::string{"made "} + type);
  return recorded.size();
}
Token begin_message(std::uint64_t number, const char* type) noexcept {
  recorded.push_back(std::string{"handling "} + type + " " + std::to_string(number));
  return recorded.size();
}
void end_message(Token token) noexcept { recorded.push_back("handled " + std::to_string(token)); }

}  // namespace sluice::inline SLUICE_ABI::engine::trace

namespace sluice::engine {
namespace {

using Lines = std::vector<std::string>;

constexpr trace::Label label{"Sink", "run", __FILE__, __LINE__, 0};

class Sink final : private sluice_test::OwnDispatcher, public Mailbox {
public:
  explicit Sink(Executor& executor) noexcept : OwnDispatcher{executor}, Mailbox{dispatcher, label} {}

private:
  void handle(Envelope&) noexcept override { recorded.emplace_back("handle"); }
  void handle_system(SystemNode&) noexcept override {}
  void resume_handler() noexcept override {}
  void dead_letter(Envelope&, DeadLetterReason) noexcept override {}
  void on_closed() noexcept override {}
};

class Trace : public testing::Test {
protected:
  Trace() { recorded.clear(); }
};

TEST_F(Trace, a_slice_is_one_zone_whose_value_is_the_messages_handled) {
  ManualExecutor executor;
  Sink sink{executor};
  sink.post(*EnvelopeOf<int>::make(1));
  sink.post(*EnvelopeOf<int>::make(2));

  executor.run_until_idle();

  EXPECT_EQ(recorded, (Lines{"begin Sink", "handle", "handle", "end of 1, value 2"}));
}

TEST_F(Trace, two_slices_are_two_zones) {
  ManualExecutor executor;
  Sink sink{executor};

  sink.post(*EnvelopeOf<int>::make(1));
  executor.run_until_idle();
  sink.post(*EnvelopeOf<int>::make(2));
  executor.run_until_idle();

  EXPECT_EQ(recorded,
            (Lines{"begin Sink", "handle", "end of 1, value 1", "begin Sink", "handle", "end of 4, value 1"}));
}

TEST_F(Trace, an_event_names_its_label) {
  trace::event(label);

  EXPECT_EQ(recorded, Lines{"event Sink of nothing, value 0"});
}

TEST_F(Trace, a_stall_names_who_runs_and_a_rebalance_what_was_done) {
  trace::stall(label, 7'000);
  trace::rebalance("a queue was moved", 3);
  trace::plot(trace::Plot::runnable, 5);

  EXPECT_EQ(recorded, (Lines{"event stall of Sink, value 7000", "event rebalance of a queue was moved, value 3",
                             "runnable mailboxes 5"}));
}

TEST_F(Trace, a_slice_says_whose_it_is) {
  ManualExecutor executor;
  Sink sink{executor};
  sink.post(*EnvelopeOf<int>::make(1));

  executor.run_until_idle();

  EXPECT_EQ(sluice_test::last_slice, static_cast<const Mailbox*>(&sink));
}

TEST_F(Trace, nobody_is_called_for_a_slice_while_nobody_watches) {
  ManualExecutor executor;
  Sink sink{executor};
  sluice_test::is_watching = false;

  sink.post(*EnvelopeOf<int>::make(1));
  executor.run_until_idle();
  sluice_test::is_watching = true;
  sink.post(*EnvelopeOf<int>::make(2));
  executor.run_until_idle();

  EXPECT_EQ(recorded, (Lines{"handle", "begin Sink", "handle", "end of 2, value 1"}));
}

/// A full queue; offers to it wait.
struct FullQueue : mailbox::QueueBackend<int, RingQueue> {
  FullQueue() noexcept : QueueBackend{Overflow::block, 1u} { (void)try_offer(1); }
};

const Lines one_wait{"wait offer.wait", "waited offer.wait of 1"};

// MB-8
TEST_F(Trace, an_offer_that_waits_and_is_accepted_is_one_wait) {
  FullQueue queue;
  auto offer = queue.offer_blocking(2);
  EXPECT_FALSE(offer.poll({}).has_value());
  EXPECT_FALSE(offer.poll({}).has_value());
  EXPECT_EQ(recorded, Lines{"wait offer.wait"});

  (void)queue.try_poll();
  EXPECT_EQ(recorded, Lines{"wait offer.wait"});
  EXPECT_TRUE(offer.poll({}).has_value());

  EXPECT_EQ(recorded, one_wait);
}

// MB-10
TEST_F(Trace, the_wait_of_an_offer_that_dies_ends) {
  FullQueue queue;
  {
    auto offer = queue.offer_blocking(2);
    EXPECT_FALSE(offer.poll({}).has_value());
  }

  EXPECT_EQ(recorded, one_wait);
}

TEST_F(Trace, the_wait_of_an_offer_that_is_given_up_ends_once) {
  FullQueue queue;
  {
    auto offer = queue.offer_blocking(2);
    EXPECT_FALSE(offer.poll({}).has_value());

    EXPECT_FALSE(offer.give_up(mailbox::QueueFault::timed_out).has_value());
    EXPECT_EQ(recorded, one_wait);
  }

  EXPECT_EQ(recorded, one_wait);
}

TEST_F(Trace, the_wait_of_an_offer_ends_when_the_queue_closes_and_it_is_asked) {
  FullQueue queue;
  auto offer = queue.offer_blocking(2);
  EXPECT_FALSE(offer.poll({}).has_value());

  queue.close();
  EXPECT_FALSE(offer.poll({})->has_value());

  EXPECT_EQ(recorded, one_wait);
}

TEST_F(Trace, an_offer_that_does_not_wait_is_no_wait) {
  FullQueue queue;
  (void)queue.try_poll();
  {
    auto never_polled = queue.offer_blocking(2);
    auto offer = queue.offer_blocking(3);
    EXPECT_TRUE(offer.poll({}).has_value());
  }

  EXPECT_EQ(recorded, Lines{});
}

TEST_F(Trace, the_wait_of_a_mailboxs_producer_is_one_wait_too) {
  const auto built = mailbox::QueueMailboxFactory<>{}.build_mailbox<int>(
      mailbox::MailboxOptions::with_capacity(1).with_overflow(Overflow::block));
  const auto& [box, producer] = *built;
  EXPECT_TRUE(producer.enqueue(1).is_accepted());
  {
    auto outcome = producer.enqueue(2);
    EXPECT_FALSE(outcome.future().poll({}).has_value());
    EXPECT_EQ(**box.try_dequeue(), 1);
  }

  EXPECT_EQ(recorded, one_wait);
}

}  // namespace
}  // namespace sluice::engine
