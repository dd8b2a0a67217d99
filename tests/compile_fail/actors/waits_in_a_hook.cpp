// SPDX-License-Identifier: BSL-1.0
// expect: only the handler of a message waits
#include <sluice/sluice.hpp>

struct Never {
  sluice::engine::Poll<int> poll(const sluice::engine::Waker&) { return sluice::engine::pending; }
};
struct Get {};
struct Hasty {
  Never on_start() { return {}; }
  void on(Get) {}
};

void work(sluice::ActorSystem& system) { system.spawn<Hasty>().tell(Get{}); }
