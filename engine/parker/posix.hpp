// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pthread.h>

#include <sluice/config.hpp>
#include <sluice/engine/task.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Lets one thread sleep until it is woken; a wake that comes first is not lost.
///
/// Thread safety: `park` by its own thread, wakes from any. It outlives every waker it gave away.
/// Blocks: `park`.
class Parker {
public:
  Parker() noexcept = default;
  Parker(const Parker&) = delete;
  Parker& operator=(const Parker&) = delete;

  void park() noexcept {
    pthread_mutex_lock(&mutex_);
    while (!is_woken_) {
      pthread_cond_wait(&woken_, &mutex_);
    }
    is_woken_ = false;
    pthread_mutex_unlock(&mutex_);
  }

  [[nodiscard]] Waker waker() noexcept {
    return {[](void* self) noexcept { static_cast<Parker*>(self)->unpark(); }, this};
  }

private:
  void unpark() noexcept {
    pthread_mutex_lock(&mutex_);
    is_woken_ = true;
    pthread_cond_signal(&woken_);  // under the lock: behind it the sleeper may be gone
    pthread_mutex_unlock(&mutex_);
  }

  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t woken_ = PTHREAD_COND_INITIALIZER;
  bool is_woken_ = false;
};

}  // namespace sluice::inline SLUICE_ABI::engine
