// SPDX-License-Identifier: BSL-1.0
// What a full mailbox does with one message more: every policy, what `tell` says of it, and who gets what is lost.
#include <cstdio>
#include <sluice/sluice.hpp>
#include <string>

namespace {

struct Number {
  int value;
};

void print(const sluice::DeadLetter& letter) {
  std::printf("  dead letter %d: %s\n", letter.message<Number>()->value, std::string{describe(letter.reason)}.c_str());
}

void fill(sluice::Overflow policy) {
  std::printf("%s\n", std::string{describe(policy)}.c_str());
  std::string handled;
  {
    sluice::ActorSystem system;
    system.dead_letters().set_writing(false);  // they are printed here instead
    const auto printing = system.events().subscribe<sluice::DeadLetter>(print);

    auto actor = system.spawn([&handled](Number number) { handled += ' ' + std::to_string(number.value); },
                              {.mailbox = sluice::Bounded{.capacity = 2, .overflow = policy}});
    system.suspend(actor);
    for (const int value : {1, 2, 3}) {
      const auto told = actor.tell({value});
      if (!told.has_value()) {
        std::printf("  tell %d: %s\n", value, std::string{describe(told.error())}.c_str());
      }
    }
    system.resume(actor);
  }
  std::printf("  handled%s\n", handled.c_str());
}

}  // namespace

int main() {
  using enum sluice::Overflow;
  for (const sluice::Overflow policy : {drop_newest, drop_oldest, grow, block, fail, dead_letter}) {
    fill(policy);
  }
}
