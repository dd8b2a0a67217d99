// SPDX-License-Identifier: BSL-1.0
// FR-PLT-2
#include <sluice/engine/async_mutex.hpp>
#include <sluice/engine/mutex.hpp>
#include <sluice_test/test.hpp>

namespace sluice {
namespace {

static_assert(SyncMutexLike<SyncMutex<int>>);
static_assert(AsyncMutexLike<AsyncMutex<int>>);
static_assert(!AsyncMutexLike<SyncMutex<int>>);

/// A waker that counts.
class Wakes {
public:
  [[nodiscard]] engine::Waker waker() noexcept {
    return {[](void* self) noexcept { ++static_cast<Wakes*>(self)->count; }, this};
  }
  int count = 0;
};

TEST(SyncMutex, gives_access_to_the_object_and_can_be_taken_again) {
  SyncMutex<int> mutex{1};

  *mutex.lock() = 2;

  EXPECT_EQ(*mutex.lock(), 2);
}

TEST(AsyncMutex, a_free_one_is_taken_at_once) {
  AsyncMutex<int> mutex{1};
  Wakes wakes;

  auto guard = mutex.lock().poll(wakes.waker());

  EXPECT_TRUE(guard.has_value());
  EXPECT_EQ(**guard, 1);
  EXPECT_EQ(wakes.count, 0);
}

TEST(AsyncMutex, who_must_wait_is_woken_when_it_is_free) {
  AsyncMutex<int> mutex;
  Wakes wakes;
  auto owner = mutex.lock().poll({});
  auto future = mutex.lock();

  EXPECT_FALSE(future.poll(wakes.waker()).has_value());
  EXPECT_EQ(wakes.count, 0);
  owner.reset();

  EXPECT_EQ(wakes.count, 1);
  EXPECT_TRUE(future.poll(wakes.waker()).has_value());
}

TEST(AsyncMutex, serves_waiters_in_the_order_of_their_first_poll) {
  AsyncMutex<int> mutex;
  Wakes first_wakes, second_wakes;
  auto owner = mutex.lock().poll({});
  auto second = mutex.lock();
  auto first = mutex.lock();
  EXPECT_FALSE(first.poll(first_wakes.waker()).has_value());
  EXPECT_FALSE(second.poll(second_wakes.waker()).has_value());

  owner.reset();

  EXPECT_EQ(first_wakes.count, 1);
  EXPECT_EQ(second_wakes.count, 0);
  EXPECT_FALSE(second.poll(second_wakes.waker()).has_value());
  {
    const auto guard = first.poll(first_wakes.waker());
    EXPECT_TRUE(guard.has_value());
  }
  EXPECT_EQ(second_wakes.count, 1);
  EXPECT_TRUE(second.poll(second_wakes.waker()).has_value());
}

TEST(AsyncMutex, nobody_overtakes_a_waiter_that_was_granted_the_right) {
  AsyncMutex<int> mutex;
  Wakes wakes;
  auto owner = mutex.lock().poll({});
  auto waiting = mutex.lock();
  EXPECT_FALSE(waiting.poll(wakes.waker()).has_value());
  owner.reset();

  auto late = mutex.lock();

  EXPECT_FALSE(late.poll({}).has_value());
  EXPECT_TRUE(waiting.poll(wakes.waker()).has_value());
}

TEST(AsyncMutex, a_destroyed_waiter_is_forgotten) {
  AsyncMutex<int> mutex;
  Wakes wakes;
  auto owner = mutex.lock().poll({});
  {
    auto abandoned = mutex.lock();
    EXPECT_FALSE(abandoned.poll(wakes.waker()).has_value());
  }

  owner.reset();

  EXPECT_EQ(wakes.count, 0);
  EXPECT_TRUE(mutex.lock().poll({}).has_value());
}

TEST(AsyncMutex, a_waiter_destroyed_after_its_grant_passes_the_right_on) {
  AsyncMutex<int> mutex;
  Wakes first_wakes, second_wakes;
  auto owner = mutex.lock().poll({});
  auto second = mutex.lock();
  {
    auto first = mutex.lock();
    EXPECT_FALSE(first.poll(first_wakes.waker()).has_value());
    EXPECT_FALSE(second.poll(second_wakes.waker()).has_value());
    owner.reset();
    EXPECT_EQ(first_wakes.count, 1);
  }

  EXPECT_EQ(second_wakes.count, 1);
  EXPECT_TRUE(second.poll(second_wakes.waker()).has_value());
}

TEST(AsyncMutex, the_latest_waker_is_the_one_that_counts) {
  AsyncMutex<int> mutex;
  Wakes former, latest;
  auto owner = mutex.lock().poll({});
  auto future = mutex.lock();
  EXPECT_FALSE(future.poll(former.waker()).has_value());
  EXPECT_FALSE(future.poll(latest.waker()).has_value());

  owner.reset();

  EXPECT_EQ(former.count, 0);
  EXPECT_EQ(latest.count, 1);
}

TEST(AsyncMutex, a_finished_future_is_not_polled) {
  sluice_test::expect_broken_promise(
      [] {
        AsyncMutex<int> mutex;
        auto future = mutex.lock();
        const auto guard = future.poll({});
        (void)future.poll({});
      },
      "a finished future is not polled");
}

}  // namespace
}  // namespace sluice
