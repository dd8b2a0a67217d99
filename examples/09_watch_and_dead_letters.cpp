// SPDX-License-Identifier: BSL-1.0
// Who watches an actor is told of its end. Nothing that is sent to it is lost silently: each becomes a dead letter.
#include <cstdio>
#include <latch>
#include <sluice/sluice.hpp>
#include <string>

namespace {

struct Job {
  int number;
};

struct Foreman {
  sluice::ActorRef<Job> worker;
  std::latch* noticed;

  void on_start(sluice::ActorContext<Foreman>& context) {
    context.watch(worker);
    worker.tell({12});
    worker.tell({13});
  }
  void on(sluice::Terminated terminated) {
    std::printf("the worker has %s\n", terminated.failed ? "failed" : "stopped");
    noticed->count_down();
  }
};

sluice::ActorResult<> work(Job job) {
  if (job.number == 13) {
    return sluice::fail(sluice::ActorError::fatal("unlucky"));
  }
  std::printf("job %d is done\n", job.number);
  return {};
}

void print(const sluice::DeadLetter& letter) {
  std::printf("job %d: %s\n", letter.message<Job>()->number, std::string{describe(letter.reason)}.c_str());
}

}  // namespace

int main() {
  std::latch noticed{1};
  sluice::ActorSystem system;
  system.dead_letters().set_writing(false);  // they are printed here instead
  const auto printing = system.events().subscribe<sluice::DeadLetter>(print);

  auto worker = system.spawn([](Job job) { return work(job); });
  system.spawn<Foreman>({}, worker, &noticed);
  noticed.wait();

  const auto told = worker.tell({14});
  std::printf("tell says: %s\n", std::string{describe(told.error())}.c_str());
}
