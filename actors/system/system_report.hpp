// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/error.hpp>
#include <span>
#include <string_view>

namespace sluice::inline SLUICE_ABI {

/// An actor that did not heed a stop in time. It does so between two messages: so it is in a handler that has not returned,
/// or its executor does not run it.
struct RunningActor {
  [[nodiscard]] std::string_view path() const noexcept { return {path_text, path_size}; }

  const char* kind = "";                   ///< its class, or its message type
  const char* message_type = nullptr;      ///< whose handler it is in; null if it never handled one
  char path_text[hosted ? 118 : 46] = {};  ///< cut off if it is longer
  std::uint16_t path_size = 0;
};

/// What a shutdown came to. Of fixed size, however many actors there are.
struct SystemReport {
  static constexpr std::uint32_t most_named = hosted ? 8 : 2;

  /// Those of the running actors that are named.
  [[nodiscard]] std::span<const RunningActor> running_actors() const noexcept {
    return {named.data(), running < most_named ? running : most_named};
  }

  bool is_complete = true;           ///< every actor has ended
  std::optional<Error> refused{};    ///< it was not even begun: `would_block`, if a handler of the system asked for it
  std::uint32_t top_level_left = 0;  ///< actors directly below the guardian that have not ended
  std::uint32_t running = 0;         ///< actors that do not heed the stop; the others that are left wait for these
  std::uint64_t stopped = 0;         ///< actors that have ended since they were told to
  std::uint64_t messages_left = 0;   ///< messages that they had not handled; dead letters, `shutdown`
  std::uint64_t dead_letters = 0;    ///< messages that nobody handled, in the life of the system
  /// How long the running ones have not heeded the stop, by the system's clock: so long at least their handlers have run.
  /// One whose parent was slow to pass the stop on may have begun a little later.
  Duration waited{};
  std::array<RunningActor, most_named> named{};
};

}  // namespace sluice::inline SLUICE_ABI
