// SPDX-License-Identifier: BSL-1.0
// Once warm, sending and handling messages asks the heap for nothing: counted, not believed.
#include <semaphore>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/mailbox.hpp>
#include <sluice/engine/manual_executor.hpp>
#include <sluice_test/own_dispatcher.hpp>
#include <sluice_test/test.hpp>
#include <thread>

#include <sluice_test/heap_calls.hpp>

namespace sluice::engine {
namespace {

constexpr trace::Label label{"Receiver", "run", __FILE__, __LINE__, 0};

class Receiver final : private sluice_test::OwnDispatcher, public Mailbox {
public:
  explicit Receiver(Executor& executor) noexcept : OwnDispatcher{executor}, Mailbox{dispatcher, label} {}

  template <class Message>
  void send(int count) noexcept {
    for (int i = 0; i < count; ++i) {
      auto* const envelope = EnvelopeOf<Message>::make({});
      check(envelope != nullptr, "there is memory for a message");
      post(*envelope);
    }
  }

  int handled = 0;

private:
  void handle(Envelope&) noexcept override { ++handled; }
  void handle_system(SystemNode&) noexcept override {}
  void resume_handler() noexcept override {}
  void dead_letter(Envelope&, DeadLetterReason) noexcept override {}
  void on_closed() noexcept override {}
};

struct Small {
  std::byte bytes[8];
};
struct Large {
  std::byte bytes[900];
};

TEST(SteadyState, one_thread_asks_the_heap_for_nothing) {
  constexpr int rounds = 1000;
  ManualExecutor executor;
  Receiver receiver{executor};
  const auto round = [&] {
    receiver.send<Small>(100);
    receiver.send<Large>(10);
    executor.run_until_idle();
  };
  round();
  const std::uint64_t before = sluice_test::heap_calls();

  for (int i = 0; i < rounds; ++i) {
    round();
  }

  EXPECT_EQ(sluice_test::heap_calls() - before, 0u);
  EXPECT_EQ(receiver.handled, 110 * (rounds + 1));
}

TEST(SteadyState, neither_do_two_of_which_one_only_sends) {
  constexpr int rounds = 1000;
  ManualExecutor executor;
  Receiver receiver{executor};
  std::binary_semaphore is_sent{0};
  std::binary_semaphore is_handled{0};
  std::uint64_t before = 0;
  std::jthread sender{[&] {
    for (int i = 0; i <= rounds; ++i) {
      receiver.send<Small>(300);  // several batches, and a part of one
      is_sent.release();
      is_handled.acquire();
    }
  }};

  for (int i = 0; i <= rounds; ++i) {
    is_sent.acquire();
    executor.run_until_idle();
    memory::flush();
    before = i == 0 ? sluice_test::heap_calls() : before;
    is_handled.release();
  }

  EXPECT_EQ(sluice_test::heap_calls() - before, 0u);
  EXPECT_EQ(receiver.handled, 300 * (rounds + 1));
}

}  // namespace
}  // namespace sluice::engine
