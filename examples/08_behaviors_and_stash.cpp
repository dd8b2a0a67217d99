// SPDX-License-Identifier: BSL-1.0
// A door that is open or closed: each is a behavior, and leads to the other. Who comes while it is closed waits in a stash.
#include <cstdio>
#include <sluice/sluice.hpp>
#include <string>
#include <utility>

namespace {

using sluice::Behavior;
using sluice::Behaviors;

struct Event {
  enum class Kind { open, close, enter } kind;
  std::string who;
};
using Waiting = sluice::StashBuffer<Event>;

Behavior<Event> closed(Waiting waiting);

Behavior<Event> open(Waiting waiting) {
  return Behaviors::receive_message<Event>([waiting](const Event& event) {
    if (event.kind == Event::Kind::close) {
      std::puts("the door closes");
      return closed(waiting);
    }
    std::printf("%s enters\n", event.who.c_str());
    return Behaviors::same<Event>();
  });
}

Behavior<Event> closed(Waiting waiting) {
  return Behaviors::receive_message<Event>([waiting](Event event) mutable {
    if (event.kind == Event::Kind::open) {
      std::printf("the door opens for %u\n", waiting.size());
      return waiting.unstash_all(open(waiting));
    }
    std::printf("%s waits\n", event.who.c_str());
    waiting.stash(std::move(event));
    return Behaviors::same<Event>();
  });
}

}  // namespace

int main() {
  sluice::ActorSystem system;
  auto door = system.spawn(Behaviors::with_stash<Event>(10, closed));
  door.tell({Event::Kind::enter, "Ada"});
  door.tell({Event::Kind::enter, "Bob"});
  door.tell({Event::Kind::open, {}});
  door.tell({Event::Kind::enter, "Cy"});
  door.tell({Event::Kind::close, {}});
}
