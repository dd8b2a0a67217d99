// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/engine/async_lock.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// An object that one task at a time may touch; who must wait is woken, in the order of the first polls.
///
/// Thread safety: `lock`, `poll` and the guards on any thread.
/// Blocks: never for longer than a few instructions.
/// Allocates: never; a waiter is inside its future.
template <class T>
class AsyncMutex {
public:
  using Object = T;

  /// The right to touch the object, until it dies.
  class Guard {
  public:
    Guard(Guard&& other) noexcept : mutex_{std::exchange(other.mutex_, nullptr)} {}
    Guard& operator=(Guard&&) = delete;
    ~Guard() {
      if (mutex_ != nullptr) {
        mutex_->lock_.release();
      }
    }

    [[nodiscard]] T& operator*() const noexcept { return mutex_->object_; }
    [[nodiscard]] T* operator->() const noexcept { return &mutex_->object_; }

  private:
    friend class AsyncMutex;
    explicit Guard(AsyncMutex& mutex) noexcept : mutex_{&mutex} {}
    AsyncMutex* mutex_;
  };

  /// Waits for the right. Destroying it gives up its place, or passes on a right that it was given and never took.
  class LockFuture {
  public:
    [[nodiscard]] engine::Poll<Guard> poll(const engine::Waker& waker) noexcept {
      if (!waiter_.acquire(waker)) {
        return engine::pending;
      }
      return Guard{mutex_};
    }

  private:
    friend class AsyncMutex;
    explicit LockFuture(AsyncMutex& mutex) noexcept : mutex_{mutex}, waiter_{mutex.lock_} {}
    AsyncMutex& mutex_;
    engine::AsyncLock::Waiter waiter_;
  };

  AsyncMutex() = default;
  explicit AsyncMutex(T object) : object_{std::move(object)} {}

  [[nodiscard]] LockFuture lock() noexcept { return LockFuture{*this}; }

private:
  engine::AsyncLock lock_;
  T object_{};
};

}  // namespace sluice::inline SLUICE_ABI
