// SPDX-License-Identifier: BSL-1.0
// One worker has all the work, three steal it, also from each other.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <sluice/engine/queue/run_queue.hpp>

#include "crowd.hpp"

namespace sluice::stress {
namespace {

using namespace engine;

constexpr std::uint32_t workers = 4;

struct Item final : Runnable {
  void run() noexcept override { runs += is_ready ? 1u : 2u; }
  // Plain: a take that is unordered with the push, or with another take, is a race.
  bool is_ready = false;
  std::uint32_t runs = 0;
};

class Crew {
public:
  explicit Crew(std::uint32_t count) : items{new Item[count]}, count_{count} {}

  /// Pushes everything and runs some of it; most is left to the thieves.
  void own() {
    std::uint32_t refusals = 0;
    for (std::uint32_t i = 0; i < count_; ++i) {
      items[i].is_ready = true;
      while (!queues_[0].push(items[i])) {
        ++refusals % 16 == 0 ? overflow() : std::this_thread::yield();
      }
      if (i % 8 == 0) {
        run(queues_[0].pop());
      }
    }
    while (run(queues_[0].pop())) {
    }
  }

  void steal(std::uint32_t thief) {
    for (std::uint32_t victim = 0; done_.load(std::memory_order_relaxed) < count_; victim = (victim + 1) % workers) {
      if (victim == thief || !run(queues_[victim].steal_into(queues_[thief]))) {
        std::this_thread::yield();
        continue;
      }
      for (std::uint32_t i = 0; i < 8 && run(queues_[thief].pop()); ++i) {
      }
    }
  }

  std::unique_ptr<Item[]> items;

private:
  /// Full: the older half runs at once, as if it had gone elsewhere.
  void overflow() {
    Runnable* batch[Queue::largest_half];
    const std::uint32_t taken = queues_[0].take_half(batch);
    for (std::uint32_t i = 0; i < taken; ++i) {
      run(batch[i]);
    }
  }

  bool run(Runnable* runnable) {
    if (runnable == nullptr) {
      return false;
    }
    runnable->run();
    done_.fetch_add(1, std::memory_order_relaxed);
    return true;
  }

  using Queue = RunQueueOf<64>;
  Queue queues_[workers];
  std::uint32_t count_;
  std::atomic<std::uint32_t> done_{0};
};

TEST(RunQueueStress, every_runnable_is_taken_exactly_once) {
  const auto count = static_cast<std::uint32_t>(share_of_messages(10));
  Crew crew{count};

  on_threads(workers, [&](std::uint32_t index) { index == 0 ? crew.own() : crew.steal(index); });

  std::uint32_t wrong = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    wrong += crew.items[i].runs == 1 ? 0u : 1u;
  }
  EXPECT_EQ(wrong, 0u);
}

}  // namespace
}  // namespace sluice::stress
