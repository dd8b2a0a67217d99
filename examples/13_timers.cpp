// SPDX-License-Identifier: BSL-1.0
// Messages that come later: again and again, once, and after silence. What is cancelled never comes.
#include <chrono>
#include <cstdio>
#include <latch>
#include <sluice/sluice.hpp>

namespace {

using namespace std::chrono_literals;

struct Blink {};
struct Burn {};
struct Quiet {};

struct Lamp {
  std::latch* dark;
  int blinks = 0;

  void on_start(sluice::ActorContext<Lamp>& context) {
    context.timers().periodic("blink", 5ms, Blink{});
    context.timers().once("burn", 1h, Burn{});
    context.set_receive_timeout(20ms, Quiet{});
  }
  void on(sluice::ActorContext<Lamp>& context, Blink) {
    std::printf("blink %d\n", ++blinks);
    if (blinks == 3) {
      context.timers().cancel("blink");
      context.timers().once("burn", 10ms, Burn{});  // in place of the one in an hour
    }
  }
  void on(Burn) { std::printf("burnt out\n"); }
  void on(sluice::ActorContext<Lamp>& context, Quiet) {
    std::printf("nothing happens any more\n");
    context.stop();
  }
  void on_stop() { dark->count_down(); }
};

}  // namespace

int main() {
  std::latch dark{1};
  sluice::ActorSystem system;
  system.spawn<Lamp>({}, &dark);
  dark.wait();
}
