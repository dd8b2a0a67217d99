// SPDX-License-Identifier: BSL-1.0
// A handler breaks a promise, two messages away from main.
#include <sluice/engine/assert.hpp>
#include <sluice/sluice.hpp>

namespace crash {

struct Order {};
struct Dish {};

}  // namespace crash

int main() {
  sluice::ActorSystem system;
  const auto kitchen = system.spawn([](crash::Dish) { sluice::engine::check(false, "there is salt"); });
  system.spawn([kitchen](crash::Order) { kitchen.tell({}); }).tell({});
}
