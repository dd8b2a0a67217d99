// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI::engine {

class Mailbox;

/// Tells a sender that it should send less: the mailbox it sent to is filling up.
struct BackpressureHint {
  enum class Level : std::uint8_t { high, full };

  const Mailbox* target;
  std::uint32_t depth;
  std::uint32_t capacity;
  Level level;
};

/// What became of a message that was posted.
enum class Posted : std::uint8_t {
  queued,   ///< it will be handled, or become a dead letter
  dropped,  ///< it is a dead letter
  full,     ///< it is still the caller's; and so below
  closed,
};

/// The same, with a hint while the mailbox is filling up.
struct PostResult {
  Posted posted = Posted::queued;
  std::optional<BackpressureHint> hint;
};

}  // namespace sluice::inline SLUICE_ABI::engine
