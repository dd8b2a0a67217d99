// SPDX-License-Identifier: BSL-1.0
// Handlers that wait, on many workers: each question has one outcome, whoever stops or starts anew meanwhile.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <expected>
#include <sluice/actors/actor_system.hpp>
#include <sluice/integrations/coroutine/task.hpp>
#include <sluice_test/hosted_backends.hpp>

#include "crowd.hpp"

namespace sluice::stress {
namespace {

using std::chrono::microseconds;
using std::chrono::seconds;

std::atomic<std::int64_t> frames{0};

/// In every frame: tells that each is ended.
class InFrame {
public:
  InFrame() noexcept { frames.fetch_add(1, std::memory_order_relaxed); }
  InFrame(const InFrame&) = delete;
  InFrame& operator=(const InFrame&) = delete;
  ~InFrame() { frames.fetch_sub(1, std::memory_order_relaxed); }
};

struct Echo {
  using Reply = std::uint32_t;
  std::uint32_t number;
};
struct Relay {
  using Reply = std::uint32_t;
  std::uint32_t number;
};

/// Asks another one, sleeps now and then, and fails now and then.
struct Relayer {
  ActorRef<Echo> echo;

  Task<ActorResult<std::uint32_t>> on(ActorContext<Relayer>& context, Relay relay) {
    const InFrame in_frame;
    const auto first = co_await context.ask(echo, Echo{relay.number}, seconds{20});
    if (relay.number % 64 == 0) {
      co_await context.sleep(microseconds{100});
    }
    const auto second = co_await context.ask(echo, Echo{relay.number}, seconds{20});
    if (relay.number % 128 == 6) {
      co_return fail(ActorError::retryable("on purpose"));
    }
    co_return first.value_or(0) / 2 + second.value_or(0) / 2;
  }
};

struct Outcomes {
  std::atomic<std::uint64_t> right{0};
  std::atomic<std::uint64_t> wrong{0};
  std::atomic<std::uint64_t> failed{0};

  void note(std::uint32_t number, const std::expected<std::uint32_t, AskError>& outcome) noexcept {
    auto& which = !outcome.has_value() ? failed : *outcome == number ? right : wrong;
    which.fetch_add(1, std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint64_t all() const noexcept { return right + wrong + failed; }
};

class WaitingHandlerStress : public testing::TestWithParam<contract::BackendChoice> {};
INSTANTIATE_TEST_SUITE_P(On, WaitingHandlerStress, testing::ValuesIn(contract::hosted_backends_with(3)),
                         [](const auto& choice) { return choice.param.name; });

/// Threads ask an actor that waits; every so often it is stopped, and another one takes its place.
void ask_who_wait(engine::Executor& executor, bool is_reentrant) {
  constexpr std::uint32_t threads = 3;
  constexpr std::uint32_t rounds = 4;
  const auto each = static_cast<std::uint32_t>(share_of_messages(1) / 10 / threads / rounds);
  Outcomes outcomes;
  {
    ActorSystem system{SystemOptions{.executor = &executor}};
    system.dead_letters().set_writing(false);
    const auto echo = system.spawn([](Echo question) { return question.number; });

    for (std::uint32_t round = 0; round < rounds; ++round) {
      const auto relayer = system.spawn<Relayer>({.supervision = Restart{}, .reentrant = is_reentrant}, echo);
      on_threads(threads, [&](std::uint32_t) {
        for (std::uint32_t i = 0; i < each; ++i) {
          if (i % 97 == 96) {
            const auto dropped = relayer.ask(Relay{2 * i});
          }
          outcomes.note(2 * i, relayer.ask(Relay{2 * i}, seconds{20}).wait());
          if (round % 2 == 1 && i == each / 2) {
            (void)system.stop(relayer);
          }
        }
      });
    }
  }

  EXPECT_EQ(outcomes.all(), std::uint64_t{threads} * rounds * each);
  EXPECT_EQ(outcomes.wrong.load(), 0u);
  EXPECT_GT(outcomes.right.load(), 0u);
  EXPECT_EQ(frames.load(), 0);
}

TEST_P(WaitingHandlerStress, each_question_has_one_outcome) {
  const auto backend = GetParam().make();
  ask_who_wait(backend->executor(), false);
}

TEST_P(WaitingHandlerStress, beside_others_too) {
  const auto backend = GetParam().make();
  ask_who_wait(backend->executor(), true);
}

}  // namespace
}  // namespace sluice::stress
