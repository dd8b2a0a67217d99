// SPDX-License-Identifier: BSL-1.0
// Actors next to the program's own Taskflow graph, on the same threads; and an executor that ends although a handler does
// not.
#include <cstdio>
#include <semaphore>
#include <sluice/graph/schedule/shared_taskflow.hpp>
#include <sluice/graph/schedule/thread_executor.hpp>
#include <sluice/sluice.hpp>
#include <taskflow/taskflow.hpp>

namespace {

struct Part {
  int value;
};

// A graph of the program's own sends what it computes to an actor.
void share_threads() {
  tf::Executor executor{2};
  sluice::schedule::SharedTaskflowExecutor shared{executor};
  sluice::ActorSystem system{shared};
  auto adder = system.spawn([sum = 0, parts = 0](Part part) mutable {
    sum += part.value;
    if (++parts == 3) {
      std::printf("the parts make %d\n", sum);
    }
  });
  tf::Taskflow graph;
  for (const int value : {1, 20, 300}) {
    graph.emplace([adder, value] { adder.tell({value}); });
  }
  executor.run(graph).wait();
}  // the actors end first, then what they run on

/// Runs once and does not come back before it is told to.
class Stuck final : public sluice::engine::Runnable {
public:
  Stuck() noexcept : Runnable{label} {}
  void run() noexcept override {
    began.release();
    may_end.acquire();
  }

  static constexpr sluice::engine::trace::Label label{"Stuck", "run", __FILE__, __LINE__, 0};
  std::binary_semaphore began{0};
  std::binary_semaphore may_end{0};
};

void end_in_time() {
  static Stuck stuck;  // what does not come back is not ended either
  sluice::schedule::ThreadExecutor executor{{.workers = 1}};
  if (executor.submit(stuck) == sluice::engine::Submission::accepted) {
    stuck.began.acquire();
    std::fputs(describe(executor.shutdown(std::chrono::milliseconds{10})).c_str(), stdout);
    stuck.may_end.release();
  }
}

}  // namespace

int main() {
  share_threads();
  end_in_time();
}
