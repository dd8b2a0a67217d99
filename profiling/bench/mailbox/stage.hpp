// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/engine/cell.hpp>
#include <sluice/engine/dispatch/dispatcher.hpp>
#include <sluice/profiling/bench/executors.hpp>
#include <sluice/profiling/bench/mailbox/finish.hpp>
#include <sluice/profiling/bench/workload.hpp>

#include <chrono>
#include <vector>

namespace sluice::bench {

/// What plays a part in a workload: a handler in a cell of the engine, as an actor is. On a cache line of its own, as
/// actors are: they have memory blocks of their own.
class alignas(cache_line) Role : public engine::Occupant {
public:
  Role() = default;
  Role(const Role&) = delete;
  Role& operator=(const Role&) = delete;

  /// Once it is on a stage.
  [[nodiscard]] engine::Address self() const noexcept { return self_; }

  /// For its stage, before anybody can tell it something.
  void move_in(engine::Address address) noexcept { self_ = address; }

protected:
  ~Role() = default;

private:
  void handle_system(engine::SystemNode&) noexcept override {}
  void resume_handler() noexcept override {}
  void leave() noexcept override {}  // it belongs to its workload

  engine::Address self_;
};

/// An executor, and the roles in their cells.
///
/// Thread safety: one outside thread.
class Stage {
public:
  explicit Stage(const RunOptions& options, const engine::DispatcherSettings& settings = {});
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;
  ~Stage() { close(); }

  /// Gives `role`, which outlives the stage or is told to `close`, a cell.
  void open(Role& role);
  template <class Roles>
  void open_all(Roles& roles) {
    for (auto& role : roles) {
      open(role);
    }
  }

  /// Calls `begin()`, has everything run, and returns the time from then to `finish`.
  template <class Begin>
  [[nodiscard]] std::chrono::nanoseconds time(Finish& finish, Begin begin) {
    const Finish::Clock::time_point start = Finish::Clock::now();
    begin();
    drive();
    return finish.wait() - start;
  }

  /// Runs what is there to run if nobody else does: for outside threads that send without end.
  void drive() noexcept {
    if (is_driven_by_hand_) {
      owner_->executor().drain();
    }
  }

  /// Every role leaves its cell, and nothing runs any more. What the roles noted may be read.
  void close() noexcept;

  [[nodiscard]] engine::Dispatcher& dispatcher() noexcept { return dispatcher_; }

private:
  bool is_driven_by_hand_;
  std::unique_ptr<ExecutorOwner> owner_;
  engine::Dispatcher dispatcher_;
  std::vector<engine::Cell*> cells_;
};

}  // namespace sluice::bench
