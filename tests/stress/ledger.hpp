// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "crowd.hpp"

namespace sluice::stress {

/// What became of every message of some senders: each has exactly one end, whoever saw it.
class Ledger {
public:
  Ledger(std::uint32_t senders, std::uint32_t each)
      : each_{each}, all_{senders * each}, ends_{std::make_unique<std::atomic<std::uint8_t>[]>(all_)} {}

  /// Notes the end of `message`, from any thread.
  void note(Numbered message) noexcept {
    // relaxed: it must not order what the queues have to order.
    if (ends_[message.sender * each_ + message.number].fetch_add(1, std::memory_order_relaxed) != 0) {
      twice_.fetch_add(1, std::memory_order_relaxed);
    }
    noted_.fetch_add(1, std::memory_order_relaxed);
  }

  [[nodiscard]] std::uint32_t noted() const noexcept { return noted_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint32_t twice() const noexcept { return twice_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint32_t all() const noexcept { return all_; }
  [[nodiscard]] std::uint32_t each() const noexcept { return each_; }

private:
  const std::uint32_t each_;
  const std::uint32_t all_;
  std::unique_ptr<std::atomic<std::uint8_t>[]> ends_;
  std::atomic<std::uint32_t> noted_{0};
  std::atomic<std::uint32_t> twice_{0};
};

/// Sees that what one consumer gets of each sender comes in the order in which it was sent; others get the rest.
template <std::uint32_t rows>
class RisingCheck {
public:
  void see(std::uint32_t row, std::uint32_t number) noexcept {
    errors_ += number >= next_[row] ? 0u : 1u;
    next_[row] = number + 1;
  }
  [[nodiscard]] std::uint32_t errors() const noexcept { return errors_; }

private:
  std::uint32_t next_[rows]{};
  std::uint32_t errors_ = 0;
};

}  // namespace sluice::stress
