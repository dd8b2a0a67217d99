// SPDX-License-Identifier: BSL-1.0
// Once warm, tells and asks of messages up to 64 bytes ask the heap for nothing: counted, not believed.
#include <array>
#include <expected>
#include <sluice_test/heap_calls.hpp>
#include <sluice_test/manual_system.hpp>
#include <sluice_test/test.hpp>

namespace sluice {
namespace {

using actors_test::ManualSystem;
using actors_test::seconds;

struct Large {
  using Reply = Large;
  std::array<char, 64> bytes{};
};
static_assert(sizeof(Large) == 64);

constexpr int rounds = 1000;

/// How often `deed` asks the heap, from its second series on.
template <class Deed>
std::uint64_t cost_when_warm(Deed deed) {
  for (int round = 0; round < rounds; ++round) {
    deed();
  }
  const std::uint64_t before = sluice_test::heap_calls();
  for (int round = 0; round < rounds; ++round) {
    deed();
  }
  return sluice_test::heap_calls() - before;
}

TEST(SteadyState, a_tell_allocates_nothing) {
  ManualSystem on;
  int handled = 0;
  const auto actor = on.system.spawn([&](Large) { ++handled; });

  const std::uint64_t cost = cost_when_warm([&] {
    actor.tell({});
    actor.tell({});
    on.run();
  });

  EXPECT_EQ(cost, 0U);
  EXPECT_EQ(handled, 4 * rounds);
}

TEST(SteadyState, an_ask_allocates_nothing) {
  ManualSystem on;
  int answers = 0;
  const auto actor = on.system.spawn([](Large large) { return large; });

  const std::uint64_t cost = cost_when_warm([&] { answers += actor.ask({}, seconds{1}).wait().has_value() ? 1 : 0; });

  EXPECT_EQ(cost, 0U);
  EXPECT_EQ(answers, 2 * rounds);
}

TEST(SteadyState, an_ask_of_an_actor_allocates_nothing) {
  struct Go {
    int answers = 0;
  };
  ManualSystem on;
  int answers = 0;
  const auto server = on.system.spawn([](Large large) { return large; });
  const auto client = on.system.spawn([&](ActorContext<Go>& context, Go go) {
    answers += go.answers;
    if (go.answers == 0) {
      (void)context.ask(server, Large{}, seconds{1},
                        [](std::expected<Large, AskError> outcome) { return Go{outcome.has_value() ? 1 : -1}; });
    }
  });

  const std::uint64_t cost = cost_when_warm([&] {
    client.tell({});
    on.run();
  });

  EXPECT_EQ(cost, 0U);
  EXPECT_EQ(answers, 2 * rounds);
}

TEST(SteadyState, a_request_and_its_answer_allocate_nothing) {
  ManualSystem on;
  int answers = 0;
  const auto server = on.system.spawn([](Large large) { return large; });
  struct Note {
    int* count;
    void operator()(Large) const { ++*count; }
  };
  const auto client = on.system.spawn(Note{&answers});

  const std::uint64_t cost = cost_when_warm([&] {
    server.request({}, client);
    on.run();
  });

  EXPECT_EQ(cost, 0U);
  EXPECT_EQ(answers, 2 * rounds);
}

TEST(SteadyState, actors_that_come_and_go_allocate_nothing) {
  ManualSystem on;

  const std::uint64_t cost = cost_when_warm([&] {
    const auto actor = on.system.spawn([](Large) {});
    actor.tell({});
    on.run();
    on.system.stop(actor);
    on.run();
  });

  EXPECT_EQ(cost, 0U);
}

}  // namespace
}  // namespace sluice
