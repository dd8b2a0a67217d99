// SPDX-License-Identifier: BSL-1.0
// A program whose slices, waits, fan-outs, drains and restarts are counted, so that a picture of it can be checked.
// It runs on the executor that its argument names, and prints one line for each figure.
#include <cstdint>
#include <cstdio>
#include <sluice/engine/mailboxes.hpp>
#include <sluice/graph/schedule/taskflow_executor.hpp>
#include <sluice/graph/schedule/tbb_executor.hpp>
#include <sluice/graph/schedule/thread_executor.hpp>
#include <sluice/sluice.hpp>
#include <string_view>

namespace known {

struct Ball {
  int left;
  sluice::ActorRef<Ball> from;
};
struct Tick {};
struct Fault {};

constexpr int hits = 400;
constexpr int waits = 7;
constexpr int ticks = 5;
constexpr int faults = 3;

struct Player {
  void operator()(sluice::ActorContext<Ball>& context, Ball ball) {
    if (ball.left > 0) {
      ball.from.tell({ball.left - 1, context.self()});
    }
  }
};

/// A full queue, an offer that waits, and room for it.
void wait_for_room() {
  sluice::mailbox::QueueBackend<int, sluice::engine::RingQueue> queue{sluice::Overflow::block, 1u};
  (void)queue.try_offer(0);
  for (int i = 0; i < waits; ++i) {
    auto offer = queue.offer_blocking(1);
    (void)offer.poll({});
    (void)queue.try_poll();
    (void)offer.poll({});
  }
}

int run_on(sluice::schedule::HostedExecutor& executor) {
  int heard = 0;
  {
    sluice::ActorSystem system{executor};
    const auto near = system.spawn(Player{});
    system.spawn(Player{}).tell({hits, near});
    const auto faulty = system.spawn(
        [](Fault) -> sluice::ActorResult<> { return sluice::fail(sluice::ActorError::retryable("it happens")); },
        {.supervision = sluice::Restart{}});
    for (int i = 0; i < faults; ++i) {
      faulty.tell({});
    }
    const auto listening = system.events().subscribe<Tick>([&heard](const Tick&) { ++heard; });
    for (int i = 0; i < ticks; ++i) {
      system.events().publish(Tick{});
    }
    wait_for_room();
  }
  executor.drain();
  std::printf("slices %llu\n", static_cast<unsigned long long>(executor.counters().slices));
  std::printf("offer.wait %d\neventstream.fanout %d\nrestart %d\n", waits, heard, faults);
  return 0;
}

}  // namespace known

int main(int, char** arguments) {
  using namespace sluice::schedule;
  const std::string_view name = arguments[1];
  const ExecutorSettings two{.workers = 2};
  if (name == "taskflow") {
    TaskflowExecutor executor{two};
    return known::run_on(executor);
  }
  if (name == "tbb") {
    TbbExecutor executor{two};
    return known::run_on(executor);
  }
  ThreadExecutor executor{two};
  return known::run_on(executor);
}
