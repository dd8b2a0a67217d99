// SPDX-License-Identifier: BSL-1.0
// Once warm, actors that play, tell and ask want nothing of the heap: counted, not believed.
#include <cstddef>
#include <cstdint>
#include <sluice/actors/actor_system.hpp>
#include <sluice/actors/events/buffer/buffered_subscription.hpp>
#include <sluice/engine/manual_executor.hpp>
#include <sluice_test/test.hpp>

#include <sluice_test/heap_calls.hpp>

namespace sluice {
namespace {

// Memory comes from the heap in pieces of a MiB: a leak of one block for each message would need several of them.
constexpr int rounds = 100;
constexpr int messages = 1'000;

/// How often `round` wants something of the heap when it was done before.
template <class Round>
std::uint64_t heap_calls_of(Round round) {
  round();
  const std::uint64_t before = sluice_test::heap_calls();
  for (int i = 0; i < rounds; ++i) {
    round();
  }
  return sluice_test::heap_calls() - before;
}

TEST(ActorsSteadyState, a_rally_wants_nothing_of_the_heap) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int hits = 0;
  const auto far = system.spawn([](int left) { return left - 1; });
  const auto near = system.spawn([&hits, far](ActorContext<int>& context, int left) {
    ++hits;
    if (left > 0) {
      far.request(left, context.self());
    }
  });

  const std::uint64_t calls = heap_calls_of([&] {
    near.tell(messages);
    executor.run_until_idle();
  });

  EXPECT_EQ(calls, 0u);
  EXPECT_EQ(hits, (messages + 1) * (rounds + 1));
}

struct Large {
  std::byte bytes[64];
};

TEST(ActorsSteadyState, telling_64_bytes_wants_nothing_of_the_heap) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int handled = 0;
  const auto receiver = system.spawn([&handled](const Large&) { ++handled; });

  const std::uint64_t calls = heap_calls_of([&] {
    for (int i = 0; i < messages; ++i) {
      receiver.tell({});
    }
    executor.run_until_idle();
  });

  EXPECT_EQ(calls, 0u);
  EXPECT_EQ(handled, messages * (rounds + 1));
}

struct Question {
  using Reply = int;
  int left;
};

TEST(ActorsSteadyState, asking_wants_nothing_of_the_heap) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int answers = 0;
  const auto answerer = system.spawn([](Question question) { return question.left - 1; });
  const auto asker = system.spawn([&answers, answerer](ActorContext<int>& context, int left) {
    ++answers;
    if (left > 0) {
      const auto adapt = [](const std::expected<int, AskError>& outcome) { return outcome.value_or(0); };
      (void)context.ask(answerer, Question{left}, std::chrono::seconds{1}, adapt);
    }
  });

  const std::uint64_t calls = heap_calls_of([&] {
    asker.tell(messages);
    executor.run_until_idle();
  });

  EXPECT_EQ(calls, 0u);
  EXPECT_EQ(answers, (messages + 1) * (rounds + 1));
}

TEST(ActorsSteadyState, spawning_and_stopping_wants_nothing_of_the_heap) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int handled = 0;

  const std::uint64_t calls = heap_calls_of([&] {
    for (int i = 0; i < messages; ++i) {
      system
          .spawn([&handled](ActorContext<int>& context, int) {
            ++handled;
            context.stop();
          })
          .tell(i);
    }
    executor.run_until_idle();
  });

  EXPECT_EQ(calls, 0u);
  EXPECT_EQ(handled, messages * (rounds + 1));
}

TEST(ActorsSteadyState, publishing_64_bytes_to_callbacks_buffers_and_actors_wants_nothing_of_the_heap) {  // FR-EVT-3
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int heard = 0;
  struct Hearer {
    int* heard;
    void on_start(ActorContext<Hearer>& context) { (void)context.subscribe<Large>({.capacity = 64}); }
    void on(const Large&) { ++*heard; }
  };
  (void)system.spawn<Hearer>({}, Hearer{&heard});
  executor.run_until_idle();
  const auto called = system.events().subscribe<Large>([&heard](const Large&) { ++heard; });
  auto buffered = *system.events().subscribe_buffered<Large>({.capacity = 64});

  const std::uint64_t calls = heap_calls_of([&] {
    for (int i = 0; i < messages; ++i) {
      (void)system.events().publish(Large{});
      heard += static_cast<int>(buffered.drain([](const Large&) {}));
      executor.run_until_idle();
    }
  });

  EXPECT_EQ(calls, 0u);
  EXPECT_EQ(heard, 3 * messages * (rounds + 1));
}

}  // namespace
}  // namespace sluice
