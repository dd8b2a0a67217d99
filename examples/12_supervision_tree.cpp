// SPDX-License-Identifier: BSL-1.0
// What becomes of actors that fail is said once, above them: by the kind of the error, for one or for all. What nobody there
// can help with is their parent's failure.
#include <cstdio>
#include <latch>
#include <sluice/sluice.hpp>
#include <stdexcept>
#include <string_view>

namespace {

using sluice::ActorError;
using sluice::Directive;

struct Bake {
  using Reply = int;
  int loaf;
};
struct Inspect {};

struct Oven {
  int baked = 0;

  sluice::ActorResult<int> on(Bake bake) {
    switch (bake.loaf) {
      case 13: return sluice::fail(ActorError::retryable("it is too hot"));
      case 14: return sluice::fail(ActorError::ignore("a crumb fell off"));
      case 15: return sluice::fail(ActorError::fatal("there is no gas"));
      case 16: throw std::runtime_error{"smoke"};
      default: return ++baked;
    }
  }
};

/// Its ovens share one chimney: when one is to start anew, both are.
struct Bakery {
  void on_start(sluice::ActorContext<Bakery>& context) {
    context.spawn<Oven>({.name = "left"});
    context.spawn<Oven>({.name = "right"});
  }
  bool on(Inspect) { return true; }

  static Directive decide(const ActorError& error, const sluice::RestartStatistics&) {
    switch (error.kind) {
      case ActorError::Kind::ignore: return Directive::resume;
      case ActorError::Kind::fatal: return Directive::escalate;
      default: return Directive::restart;
    }
  }
};

class Street {
public:
  Street() { system_.dead_letters().set_writing(false); }

  /// Bakes a loaf, and waits for the decisions that come of it.
  void bake(const char* oven, int loaf, int decisions = 0) {
    (void)bakery_.ask(Inspect{}).wait();  // it answers when it has started, also after a failure
    std::latch decided{decisions};
    const auto subscription =
        system_.events().subscribe<sluice::SupervisionDecision>([&](const sluice::SupervisionDecision& decision) {
          const std::string_view directive = describe(decision.directive);
          std::printf("  %.*s: %s\n", static_cast<int>(directive.size()), directive.data(), decision.error.text);
          decided.count_down();
        });
    const auto outcome = system_.find<Oven>(oven)->ask(Bake{loaf}).wait();
    decided.wait();
    outcome.has_value() ? std::printf("%s has baked %d\n", oven, *outcome) : std::printf("%s failed\n", oven);
  }

private:
  sluice::ActorSystem system_;
  sluice::ActorRef<Bakery> bakery_ = system_.spawn<Bakery>(
      {.name = "bakery",
       .supervision = [](const ActorError&, const sluice::RestartStatistics&) { return Directive::restart; },
       .children = sluice::AllForOne{sluice::recover_exceptions(sluice::Supervision{&Bakery::decide})}});
};

}  // namespace

int main() {
  constexpr const char* left = "/user/bakery/left";
  constexpr const char* right = "/user/bakery/right";
  Street street;
  street.bake(left, 1);
  street.bake(left, 2);
  street.bake(left, 14, 1);
  street.bake(left, 3);
  street.bake(right, 13, 2);
  street.bake(left, 4);
  street.bake(right, 16, 2);
  street.bake(right, 15, 2);
  street.bake(right, 5);
}
