// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <sluice/config.hpp>
#include <sluice/engine/queue/entry.hpp>

namespace sluice::inline SLUICE_ABI::mailbox {

/// How many messages a queue holds: a number, or as many as come.
class QueueSize {
public:
  [[nodiscard]] static constexpr QueueSize limitless() noexcept { return QueueSize{engine::no_limit}; }
  /// 0 is refused by whoever makes the queue.
  [[nodiscard]] static constexpr QueueSize limited(std::uint32_t limit) noexcept { return QueueSize{limit}; }

  [[nodiscard]] constexpr bool is_limitless() const noexcept { return limit_ >= engine::no_limit; }
  /// The number, or nothing if there is none.
  [[nodiscard]] constexpr std::optional<std::uint32_t> limit() const noexcept {
    return is_limitless() ? std::nullopt : std::optional{limit_};
  }

  friend constexpr bool operator==(QueueSize, QueueSize) noexcept = default;

private:
  constexpr explicit QueueSize(std::uint32_t limit) noexcept : limit_{limit} {}
  std::uint32_t limit_;
};

}  // namespace sluice::inline SLUICE_ABI::mailbox
