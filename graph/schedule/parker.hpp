// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <condition_variable>
#include <mutex>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

/// Where one thread sleeps until another one wakes it; a wake-up that comes first is kept.
class Parker {
public:
  void wake() noexcept {
    const std::lock_guard lock{mutex_};  // the notification too: the sleeper may end the parker once it has been woken
    woken_ = true;
    condition_.notify_one();
  }

  void sleep() noexcept {
    std::unique_lock lock{mutex_};
    condition_.wait(lock, [this] { return woken_; });
    woken_ = false;
  }

private:
  std::mutex mutex_;
  std::condition_variable condition_;
  bool woken_ = false;
};

}  // namespace sluice::inline SLUICE_ABI::schedule
