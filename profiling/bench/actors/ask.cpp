// SPDX-License-Identifier: BSL-1.0
//
// An actor asks another one: a question when the answer to the last one is in, then with 1,000 on their way. Each
// question has a number, and the answer is the same.
#include <sluice/profiling/bench/actors/actor_workloads.hpp>

#include <sluice/profiling/bench/actors/own_tally.hpp>
#include <sluice/profiling/bench/actors/scene.hpp>

#include <algorithm>

namespace sluice::bench {

namespace {

constexpr std::int64_t begin_asking = 0;  // every other message is an answer

struct Question {
  using Reply = std::int64_t;
  std::int64_t value;
};

struct Asker {
  OwnTally tally;
  ActorRef<Question> answerer;
  std::int64_t last;
  std::int64_t outstanding;
  Finish* finish;
  std::int64_t asked = 0;

  void operator()(ActorContext<std::int64_t>& context, std::int64_t answer) {
    if (answer == begin_asking) [[unlikely]] {
      for (const std::int64_t end = std::min(outstanding, last); asked < end;) {
        ask_next(context);
      }
      return;
    }
    tally.add(answer);
    if (asked < last) [[likely]] {
      ask_next(context);
    } else if (tally.count() == static_cast<std::uint64_t>(last)) {
      finish->arrive();
    }
  }

  void ask_next(ActorContext<std::int64_t>& context) {
    const auto adapt = [](const auto& outcome) -> std::int64_t { return outcome.value_or(-1); };
    (void)context.ask(answerer, Question{++asked}, {}, adapt);
  }
};

double nanoseconds_per_ask(const RunOptions& options, std::int64_t outstanding, std::uint64_t& verified) {
  const std::uint64_t asks = options.shrunk(200'000);
  Finish finish;
  Tally answers;
  Scene scene{options};
  const auto answerer = scene.system().spawn([](Question question) -> std::int64_t { return question.value; });
  const auto asker = scene.system().spawn(Asker{.tally = OwnTally{answers},
                                                .answerer = answerer,
                                                .last = static_cast<std::int64_t>(asks),
                                                .outstanding = outstanding,
                                                .finish = &finish});
  const auto elapsed = scene.time(finish, [&] { asker.tell(begin_asking); });
  scene.close();

  verified += verify_tally("ask", Tally::of_numbers_to(asks), answers);
  return nanoseconds_each(elapsed, asks);
}

}  // namespace

Outcome run_ask(const RunOptions& options) {
  Outcome outcome;
  outcome.samples = {{nanoseconds_per_ask(options, 1, outcome.verified), "ns/ask", "sequential"},
                     {nanoseconds_per_ask(options, 1'000, outcome.verified), "ns/ask", "outstanding_1000"}};
  return outcome;
}

}  // namespace sluice::bench
