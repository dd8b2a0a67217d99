// SPDX-License-Identifier: BSL-1.0
#include <cstdio>
#include <sluice/sluice.hpp>
#include <string>

struct Greet {
  std::string who;
};

int main() {
  sluice::ActorSystem system;  // Taskflow workers, one per core
  auto greeter = system.spawn([](Greet g) { std::printf("hello %s\n", g.who.c_str()); });
  greeter.tell({.who = "world"});
}  // handles what was sent, then ends
