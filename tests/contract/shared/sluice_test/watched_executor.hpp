// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/engine/assert.hpp>
#include <sluice/engine/executor.hpp>
#include <sluice_test/probe.hpp>

namespace sluice::contract {

/// Hands what is submitted on to another executor, and sees whether anything is in it twice or run twice.
///
/// Each runnable travels as an escort of its own: the executor under test sees the escort only.
class WatchedExecutor final : public engine::Executor {
public:
  static constexpr std::uint32_t most_runnables = 8;

  explicit WatchedExecutor(engine::Executor& inner) noexcept : inner_{inner} {}

  /// To be called for each runnable before it is submitted.
  void watch(engine::Runnable& runnable) noexcept {
    for (Escort& escort : escorts_) {
      if (escort.target == nullptr) {
        escort.target = &runnable;
        escort.watch = this;
        return;
      }
    }
    engine::check(false, "there is an escort for each runnable");
  }

  [[nodiscard]] engine::Submission submit(engine::Runnable& runnable) noexcept override {
    for (Escort& escort : escorts_) {
      if (escort.target == &runnable) {
        return submit(escort);
      }
    }
    engine::check(false, "only what is watched is submitted");
    return engine::Submission::rejected;
  }
  void drain() noexcept override { inner_.drain(); }

  Tally submissions;
  Tally runs;
  Tally doubles;  ///< submitted while it was in, or run without having been submitted

private:
  struct Escort final : engine::Runnable {
    void run() noexcept override {
      watch->runs.add();
      watch->doubles.add(1 - queued.exchange(0));
      target->run();
    }
    void hand_back() noexcept override {
      queued.set(0);
      target->hand_back();
    }
    engine::Runnable* target = nullptr;
    WatchedExecutor* watch = nullptr;
    Tally queued;
  };

  engine::Submission submit(Escort& escort) noexcept {
    doubles.add(escort.queued.exchange(1));
    submissions.add();
    const engine::Submission result = inner_.submit(escort);
    if (result == engine::Submission::rejected) {
      escort.queued.set(0);
    }
    return result;
  }

  engine::Executor& inner_;
  Escort escorts_[most_runnables];
};

}  // namespace sluice::contract
