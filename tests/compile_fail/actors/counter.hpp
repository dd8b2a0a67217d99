// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/sluice.hpp>

struct Increment {
  int by;
};
struct Get {
  using Reply = int;
};
struct Rename {
  const char* name;
};

struct Counter {
  int sum = 0;
  void on(Increment increment) { sum += increment.by; }
  int on(Get) const { return sum; }
};

template <class T, class Message>
concept CanBeTold = requires(sluice::ActorRef<T> ref, Message message) { ref.tell(message); };
template <class T, class Message>
concept CanBeAsked = requires(sluice::ActorRef<T> ref, Message message) { ref.ask(message); };
template <class T>
concept CanWatch = requires(sluice::ActorContext<T>& context, sluice::ActorRef<Counter> ref) { context.watch(ref); };
