// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <expected>
#include <sluice/config.hpp>
#include <string_view>

namespace sluice::inline SLUICE_ABI {

/// What a correct program can meet and must handle.
enum class Error : std::uint8_t {
  out_of_memory,
  closed,
  rejected,
  invalid_argument,
  timed_out,
  out_of_scope,
  type_mismatch,
  not_found,
  would_block,
};

/// One sentence for a person.
[[nodiscard]] constexpr std::string_view describe(Error error) noexcept {
  switch (error) {
    case Error::out_of_memory: return "no memory is left for this";
    case Error::closed: return "the receiver takes no more messages";
    case Error::rejected: return "the receiver has no room for the message";
    case Error::invalid_argument: return "an argument is outside its allowed range";
    case Error::timed_out: return "nothing happened before the deadline";
    case Error::out_of_scope: return "the actor's system, or the run that the reference belongs to, is over";
    case Error::type_mismatch: return "the actor is of another type";
    case Error::would_block: return "a handler must not block its thread, and nothing is left to run";
    case Error::not_found: return "nobody has this name";
  }
  return "an unknown error";
}

/// A value, or the reason why there is none.
template <class T = void>
using Result = std::expected<T, Error>;

}  // namespace sluice::inline SLUICE_ABI
