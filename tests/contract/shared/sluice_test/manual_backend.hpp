// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/engine/assert.hpp>
#include <sluice/engine/manual_executor.hpp>
#include <sluice_test/backend.hpp>

namespace sluice::contract {

/// The manual executor, and senders that take turns with it. No threads: runs on every target, and always the same way.
class ManualBackend final : public Backend {
public:
  [[nodiscard]] engine::Executor& executor() noexcept override { return executor_; }
  [[nodiscard]] std::uint32_t workers() const noexcept override { return 1; }
  [[nodiscard]] std::uint32_t share(std::uint32_t messages) const noexcept override {
    return messages < most_messages ? messages : most_messages;
  }

  void drain() noexcept override { executor_.drain(); }

  void from_outside(std::uint32_t senders, std::uint32_t steps, Step step) override {
    for (std::uint32_t number = 0; number < steps; ++number) {
      for (std::uint32_t sender = 0; sender < senders; ++sender) {
        step(sender, number);
        (void)executor_.tick(draw());
      }
      if (number % 8 == 7) {
        executor_.drain();  // the pools are small: what waits stays little
      }
    }
  }

  [[nodiscard]] bool wait_until(Borrowed<bool()> holds) override {
    for (std::uint32_t slice = 0; slice < most_slices; ++slice) {
      if (holds()) {
        return true;
      }
      if (executor_.tick(1) == 0) {
        return holds();
      }
    }
    return false;
  }

  [[nodiscard]] bool drain_for(Duration) override { return is_missing(); }
  ShutdownNote shut_down(Duration) override {
    (void)is_missing();
    return {};
  }

private:
  static constexpr std::uint32_t most_messages = 4'000;
  static constexpr std::uint32_t most_slices = 1'000'000;

  static bool is_missing() noexcept {
    engine::check(false, "the manual executor is not shut down: whoever drives it stops");
    return false;
  }

  /// 0 to 3 slices, by xorshift.
  std::uint32_t draw() noexcept {
    random_ ^= random_ << 13;
    random_ ^= random_ >> 17;
    random_ ^= random_ << 5;
    return random_ >> 30;
  }

  engine::ManualExecutor executor_;
  std::uint32_t random_ = 2'463'534'242u;
};

}  // namespace sluice::contract
