// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Makes the slices of an actor that sends into mailboxes under pressure shorter: each slice with such a send halves the
/// next one, the first slice without one restores it. A mailbox stays under pressure until it is below its low-water
/// mark, so that is when its senders are restored.
///
/// Thread safety: one owner, the mailbox's runner.
class Throttle {
public:
  /// What a slice may handle, of `throughput` at most.
  [[nodiscard]] std::uint32_t limit(std::uint32_t throughput) const noexcept {
    const std::uint32_t shortened = halvings_ > 31 ? 0 : throughput >> halvings_;
    return shortened == 0 ? 1 : shortened;
  }

  /// Whether the next slice is a full one, whatever the end of this one finds.
  [[nodiscard]] bool is_at_rest() const noexcept { return halvings_ == 0 && !pressed_; }

  /// A message went into a mailbox under pressure.
  void note_pressure() noexcept { pressed_ = true; }

  /// The slice is over.
  void end_slice() noexcept {
    if (!pressed_) {
      halvings_ = 0;
      return;
    }
    halvings_ = static_cast<std::uint8_t>(halvings_ < 32 ? halvings_ + 1 : 32);
    pressed_ = false;
  }

private:
  std::uint8_t halvings_ = 0;
  bool pressed_ = false;
};

}  // namespace sluice::inline SLUICE_ABI::engine
