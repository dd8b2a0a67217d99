// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice_model/execution.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// The explorer's backend of `engine/mutex.hpp`: right by construction, and ordering what it should.
template <class T>
class SyncMutex {
public:
  using Object = T;

  class Guard {
  public:
    explicit Guard(SyncMutex& mutex) : mutex_{mutex} {
      if (model::Execution* const execution = model::Execution::current()) {
        execution->pause();
        mutex_.forget_earlier_executions(*execution);
        while (mutex_.held_) {
          execution->yield();
        }
        execution->receive(mutex_.released_);
      }
      mutex_.held_ = true;
    }
    ~Guard() {
      if (model::Execution* const execution = model::Execution::current()) {
        execution->publish(mutex_.released_);
        execution->let_yielders_go_on();
      }
      mutex_.held_ = false;
    }
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

  [[nodiscard]] Guard lock() { return Guard{*this}; }

private:
  /// One in static memory outlives the execution; what was ordered there is nothing to this one.
  void forget_earlier_executions(const model::Execution& execution) {
    if (execution_ != execution.number()) {
      execution_ = execution.number();
      held_ = false;
      released_ = {};
    }
  }

  T object_{};
  bool held_ = false;
  std::uint32_t execution_ = 0;
  model::VectorClock released_;
};

}  // namespace sluice::inline SLUICE_ABI
