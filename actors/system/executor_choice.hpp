// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <sluice/config.hpp>
#include <sluice/engine/executor.hpp>
#include <sluice/engine/manual_executor.hpp>

namespace sluice::inline SLUICE_ABI {

/// Whose executor a system runs on, and what is known of its kind. Null: one of the system's own.
class ExecutorChoice {
public:
  constexpr ExecutorChoice() noexcept = default;
  explicit(false) constexpr ExecutorChoice(std::nullptr_t) noexcept {}
  /// Of one that waits for ever for what is queued, the system does the same when it ends.
  explicit(false) ExecutorChoice(engine::Executor* executor) noexcept : executor_{executor} {}
  explicit(false) ExecutorChoice(engine::TimedExecutor* executor) noexcept : executor_{executor}, timed_{executor} {}
  /// Driven by hand, in tests and on bare metal: who waits for an answer drives it.
  explicit(false) ExecutorChoice(engine::ManualExecutor* executor) noexcept : executor_{executor}, manual_{executor} {}

  [[nodiscard]] engine::Executor* executor() const noexcept { return executor_; }
  [[nodiscard]] engine::TimedExecutor* timed() const noexcept { return timed_; }
  [[nodiscard]] engine::ManualExecutor* manual() const noexcept { return manual_; }

private:
  engine::Executor* executor_ = nullptr;
  engine::TimedExecutor* timed_ = nullptr;
  engine::ManualExecutor* manual_ = nullptr;
};

}  // namespace sluice::inline SLUICE_ABI
