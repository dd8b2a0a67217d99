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

using sluice_test::recorded;

namespace sluice::inline SLUICE_ABI::engine::trace {

Token begin_zone(const Label& label) noexcept {
  recorded.push_back(std::string{"begin "} + label.name);
  return recorded.size();
}

void end_zone(Token token, std::uint64_t value) noexcept {
  recorded.push_back("end of " + std::to_string(token) + ", value " + std::to_string(value));
}

void event(const Label& label) noexcept { recorded.push_back(std::string{"event "} + label.name); }

void begin_wait(const Label& label, const void*) noexcept { recorded.push_back(std::string{"wait "} + label.name); }

void end_wait(const Label& label, const void*) noexcept { recorded.push_back(std::string{"waited "} + label.name); }

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

  EXPECT_EQ(recorded, Lines{"event Sink"});
}

/// A full queue; offers to it wait.
struct FullQueue : mailbox::QueueBackend<int, RingQueue> {
  FullQueue() noexcept : QueueBackend{Overflow::block, 1u} { (void)try_offer(1); }
};

const Lines one_wait{"wait offer.wait", "waited offer.wait"};

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
