// SPDX-License-Identifier: BSL-1.0
// expect: success
#include "counter.hpp"

#include <expected>

struct Renamed {};

struct Clerk {
  sluice::ActorRef<Counter> counter;

  void on(sluice::ActorContext<Clerk>& context, Increment increment) {
    context.watch(counter);
    context.ask(counter, Get{}, {}, [](std::expected<int, sluice::AskError> sum) { return Increment{*sum}; });
    (void)context.message_adapter<Renamed>([](Renamed) { return Increment{0}; });
    counter.tell(increment);
  }
  void on(sluice::Terminated) {}
};

int main() {
  sluice::ActorSystem system;
  auto counter = system.spawn<Counter>();
  counter.tell(Increment{1});
  (void)counter.ask(Get{});
  system.spawn<Clerk>({}, counter).tell(Increment{2});
  system.spawn([](double) {}).tell(1);  // what becomes a message may be told
  system.spawn([](Rename) {}).tell({.name = "Ada"});
}

// Whoever asks whether something compiles is answered, and not stopped.
static_assert(CanBeTold<Counter, Increment> && !CanBeTold<Counter, Rename>);
static_assert(CanBeTold<Increment, Increment> && !CanBeTold<Increment, Rename> && CanBeTold<double, int>);
static_assert(CanBeAsked<Counter, Get> && !CanBeAsked<Counter, Increment> && !CanBeAsked<Counter, Rename>);
static_assert(CanBeAsked<Get, Get> && !CanBeAsked<Increment, Increment> && !CanBeAsked<Increment, Rename>);
static_assert(CanWatch<Clerk> && !CanWatch<Counter> && CanWatch<Increment>);
