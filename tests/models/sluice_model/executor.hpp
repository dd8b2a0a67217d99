// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <sluice/engine/executor.hpp>
#include <sluice_model/explore.hpp>

namespace sluice::model {

/// An executor that is right by construction: what is explored is the mailbox, not its executor. Threads of a scenario
/// that call `work` are its workers; they wait for work for ever, which is how lost wake-ups show.
class ModelExecutor final : public engine::Executor {
public:
  [[nodiscard]] engine::Submission submit(engine::Runnable& runnable) noexcept override {
    Execution& execution = *Execution::current();
    execution.pause();  // the mailbox is scheduled and in no queue yet
    for (std::uint32_t i = 0; i < queued_; ++i) {
      require(queue_[i] != &runnable, "scheduled twice: the mailbox is already queued");
    }
    require(queued_ < queue_.size(), "the modelled executor has room for a few mailboxes only");
    queue_[queued_++] = &runnable;
    ++submissions_;
    execution.publish(handed_over_);
    for (std::uint32_t worker = 0; worker < max_threads; ++worker) {
      if ((idle_ & (1u << worker)) != 0) {
        execution.wake(worker);
      }
    }
    idle_ = 0;
    return engine::Submission::accepted;
  }

  void drain() noexcept override {}

  /// How often something was submitted so far.
  [[nodiscard]] std::uint32_t submissions() const noexcept { return submissions_; }

  /// Runs what is submitted, for ever.
  [[noreturn]] void work() {
    Execution& execution = *Execution::current();
    for (;;) {
      while (queued_ == 0) {
        idle_ |= 1u << execution.thread();
        execution.wait(true);
      }
      engine::Runnable* const next = take();
      execution.receive(handed_over_);
      next->run();
      if (queued_ != 0 && queue_[0] == next) {
        execution.yield();  // it waits for a sender that is between two steps: let that one go on
      }
    }
  }

  /// Runs what is submitted until nothing is; where no worker does.
  void run_all() {
    while (queued_ != 0) {
      Execution::current()->receive(handed_over_);
      take()->run();
    }
  }

private:
  engine::Runnable* take() {
    engine::Runnable* const oldest = queue_[0];
    --queued_;
    for (std::uint32_t i = 0; i < queued_; ++i) {
      queue_[i] = queue_[i + 1];
    }
    return oldest;
  }

  std::array<engine::Runnable*, 8> queue_{};  // oldest first
  std::uint32_t queued_ = 0;
  std::uint32_t submissions_ = 0;
  std::uint32_t idle_ = 0;  // one bit per worker
  VectorClock handed_over_;
};

/// Refuses some submissions, and leaves the others to `executor`.
class PickyExecutor final : public engine::Executor {
public:
  static constexpr std::uint32_t always = UINT32_MAX;

  PickyExecutor(ModelExecutor& executor, std::uint32_t refusals) : executor_{executor}, refusals_{refusals} {}

  [[nodiscard]] engine::Submission submit(engine::Runnable& runnable) noexcept override {
    Execution::current()->pause();
    if (refusals_ > 0) {
      refusals_ -= refusals_ == always ? 0 : 1;
      return engine::Submission::rejected;
    }
    return executor_.submit(runnable);
  }
  void drain() noexcept override {}

  /// The next `times` submissions.
  void refuse(std::uint32_t times) noexcept { refusals_ = times; }

private:
  ModelExecutor& executor_;
  std::uint32_t refusals_;
};

}  // namespace sluice::model
