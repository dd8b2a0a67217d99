// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI::mailbox {

/// How many messages a queue holds: a number, or as many as come.
class QueueSize {
public:
  [[nodiscard]] static constexpr QueueSize limitless() noexcept { return QueueSize{std::nullopt}; }
  /// 0 and what is too large are refused by whoever makes the queue: a number never becomes limitless.
  [[nodiscard]] static constexpr QueueSize limited(std::uint32_t limit) noexcept { return QueueSize{limit}; }

  [[nodiscard]] constexpr bool is_limitless() const noexcept { return !limit_.has_value(); }
  /// The number, or nothing if there is none.
  [[nodiscard]] constexpr std::optional<std::uint32_t> limit() const noexcept { return limit_; }

  friend constexpr bool operator==(QueueSize, QueueSize) noexcept = default;

private:
  constexpr explicit QueueSize(std::optional<std::uint32_t> limit) noexcept : limit_{limit} {}
  std::optional<std::uint32_t> limit_;
};

}  // namespace sluice::inline SLUICE_ABI::mailbox
