// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Makes the slices of an actor that sends into mailboxes under pressure shorter: each slice with such a send halves the
/// next one, until a send finds the mailbox below its low-water mark again. Slices that send it nothing change nothing,
/// but whoever hears nothing for `patience` of them is restored: perhaps it will never send there again.
///
/// Thread safety: one owner, the mailbox's runner.
class Throttle {
public:
  static constexpr std::uint8_t patience = 16;

  /// What a slice may handle, of `throughput` at most.
  [[nodiscard]] std::uint32_t limit(std::uint32_t throughput) const noexcept {
    const std::uint32_t shortened = halvings_ > 31 ? 0 : throughput >> halvings_;
    return shortened == 0 ? 1 : shortened;
  }

  /// Whether the next slice is a full one, whatever the end of this one finds.
  [[nodiscard]] bool is_at_rest() const noexcept { return halvings_ == 0 && heard_ != Heard::pressure; }

  /// A message went into a mailbox under pressure.
  void note_pressure() noexcept { heard_ = Heard::pressure; }

  /// A message went into the mailbox that was under pressure, and no longer is.
  void note_relief() noexcept { heard_ = heard_ == Heard::pressure ? Heard::pressure : Heard::relief; }

  /// The slice is over.
  void end_slice() noexcept {
    if (heard_ == Heard::pressure) {
      halvings_ = static_cast<std::uint8_t>(halvings_ < 32 ? halvings_ + 1 : 32);
      silent_ = 0;
    } else if (heard_ == Heard::relief || ++silent_ >= patience) {
      halvings_ = 0;
      silent_ = 0;
    }
    heard_ = Heard::nothing;
  }

private:
  enum class Heard : std::uint8_t { nothing, relief, pressure };

  std::uint8_t halvings_ = 0;
  std::uint8_t silent_ = 0;  ///< slices in a row that heard nothing
  Heard heard_ = Heard::nothing;
};

}  // namespace sluice::inline SLUICE_ABI::engine
