// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pthread.h>

#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// An object that one thread at a time may touch.
///
/// Blocks: `lock`, while another thread has the object. Hold it for a few instructions only.
template <class T>
class SyncMutex {
public:
  using Object = T;

  /// The right to touch the object, until it dies.
  class Guard {
  public:
    explicit Guard(SyncMutex& mutex) noexcept : mutex_{mutex} {
      engine::check(pthread_mutex_lock(&mutex_.mutex_) == 0, "a mutex is locked only while it lives");
    }
    ~Guard() { pthread_mutex_unlock(&mutex_.mutex_); }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

    [[nodiscard]] T& operator*() const noexcept { return mutex_.object_; }
    [[nodiscard]] T* operator->() const noexcept { return &mutex_.object_; }

  private:
    SyncMutex& mutex_;
  };

  constexpr SyncMutex() = default;
  constexpr explicit SyncMutex(T object) : object_{std::move(object)} {}
  SyncMutex(const SyncMutex&) = delete;
  SyncMutex& operator=(const SyncMutex&) = delete;

  [[nodiscard]] Guard lock() noexcept { return Guard{*this}; }

private:
  // Never destroyed: it holds no resource, and one in static memory may be used until the very end.
  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
  T object_{};
};

}  // namespace sluice::inline SLUICE_ABI
