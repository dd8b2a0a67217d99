// SPDX-License-Identifier: BSL-1.0
// The engine compiled with its hooks on, and a provider that writes down what it is told.
#include <gtest/gtest.h>

#include <sluice/engine/mailbox.hpp>
#include <sluice/engine/manual_executor.hpp>
#include <sluice_test/own_dispatcher.hpp>
#include <string>
#include <vector>

namespace {

std::vector<std::string> recorded;

}  // namespace

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

}  // namespace
}  // namespace sluice::engine
