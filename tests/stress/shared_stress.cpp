// SPDX-License-Identifier: BSL-1.0
// Owners and lock holders on many threads.
#include <gtest/gtest.h>

#include <atomic>
#include <semaphore>
#include <sluice/engine/async_mutex.hpp>
#include <sluice/engine/mutex.hpp>
#include <sluice/engine/shared.hpp>
#include <thread>
#include <vector>

namespace sluice {
namespace {

constexpr int threads_each = 4;
constexpr int rounds = 20'000;

template <class Work>
void on_threads(Work work) {
  std::vector<std::jthread> threads;
  for (int i = 0; i < threads_each; ++i) {
    threads.emplace_back(work);
  }
}

TEST(SharedStress, owners_on_many_threads_destroy_the_object_once) {
  static std::atomic<int> destroyed;
  struct Probe {
    Probe() noexcept = default;
    ~Probe() { ++destroyed; }
    int value = 1;
  };
  destroyed = 0;
  {
    const ArcShared<Probe> original_shared = *ArcShared<Probe>::make();
    on_threads([original_shared] {
      for (int i = 0; i < rounds; ++i) {
        const ArcShared<Probe> copy_shared = original_shared;
        ASSERT_EQ(copy_shared->value, 1);
      }
    });
    EXPECT_EQ(original_shared.owners(), 1u);
  }

  EXPECT_EQ(destroyed, 1);
}

TEST(SharedStress, a_sync_mutex_lets_one_thread_in_at_a_time) {
  SyncMutex<int> counter;

  on_threads([&counter] {
    for (int i = 0; i < rounds; ++i) {
      ++*counter.lock();
    }
  });

  EXPECT_EQ(*counter.lock(), threads_each * rounds);
}

TEST(SharedStress, an_async_mutex_lets_one_task_in_at_a_time_and_wakes_every_waiter) {
  AsyncMutex<int> counter;

  on_threads([&counter] {
    std::counting_semaphore<> woken{0};
    const engine::Waker waker{[](void* s) noexcept { static_cast<std::counting_semaphore<>*>(s)->release(); }, &woken};
    for (int i = 0; i < rounds; ++i) {
      auto future = counter.lock();
      auto guard = future.poll(waker);
      while (!guard.has_value()) {
        woken.acquire();
        auto again = future.poll(waker);
        if (again.has_value()) {
          guard.emplace(std::move(*again));
        }
      }
      ++**guard;
    }
  });

  EXPECT_EQ(**counter.lock().poll({}), threads_each * rounds);
}

}  // namespace
}  // namespace sluice
