// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <expected>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>
#include <string_view>

namespace sluice::inline SLUICE_ABI {

/// Why a handler could not do its work, as a value: what the actor's supervision decides by.
struct ActorError {
  enum class Kind : std::uint8_t {
    retryable,  ///< a new start may help
    transient,  ///< it will pass by itself
    ignore,     ///< nothing to worry about
    fatal,      ///< nothing will help
  };
  enum class Severity : std::uint8_t { notice, warning, error, critical };

  Kind kind = Kind::retryable;
  Severity severity = Severity::error;
  const char* text = "";      ///< what happened, for a person; lives as long as anybody may read it
  std::uint32_t retries = 0;  ///< how often a new start is worth it, if the one who fails knows; 0: as supervision says
  Duration within{};          ///< ... and in which time

  [[nodiscard]] static constexpr ActorError retryable(const char* text = "") noexcept {
    return {.kind = Kind::retryable, .text = text};
  }
  [[nodiscard]] static constexpr ActorError transient(const char* text = "") noexcept {
    return {.kind = Kind::transient, .severity = Severity::warning, .text = text};
  }
  [[nodiscard]] static constexpr ActorError ignore(const char* text = "") noexcept {
    return {.kind = Kind::ignore, .severity = Severity::notice, .text = text};
  }
  [[nodiscard]] static constexpr ActorError fatal(const char* text = "") noexcept {
    return {.kind = Kind::fatal, .severity = Severity::critical, .text = text};
  }
};

[[nodiscard]] constexpr std::string_view describe(ActorError::Kind kind) noexcept {
  switch (kind) {
    case ActorError::Kind::retryable: return "retryable";
    case ActorError::Kind::transient: return "transient";
    case ActorError::Kind::ignore: return "ignore";
    case ActorError::Kind::fatal: return "fatal";
  }
  return "unknown";
}

/// What a handler returns that can fail.
template <class T = void>
using ActorResult = std::expected<T, ActorError>;

/// A failed `ActorResult`: `return fail(ActorError::fatal("no disk"));`
[[nodiscard]] constexpr std::unexpected<ActorError> fail(ActorError error) noexcept { return std::unexpected{error}; }

}  // namespace sluice::inline SLUICE_ABI
