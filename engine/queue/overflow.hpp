// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <string_view>

namespace sluice::inline SLUICE_ABI {

/// What a full mailbox does with one message more. Whichever it is, every message that is lost has exactly one owner: a
/// dead letter, or the sender who gets it back.
enum class Overflow : std::uint8_t {
  drop_newest,  ///< the newcomer becomes a dead letter
  drop_oldest,  ///< the message that waited longest becomes a dead letter
  grow,         ///< the capacity doubles
  block,        ///< the sender waits, as a future; no thread does
  fail,         ///< the sender gets its message back, with an error
  dead_letter,  ///< the newcomer becomes a dead letter
};

[[nodiscard]] constexpr std::string_view describe(Overflow policy) noexcept {
  switch (policy) {
    case Overflow::drop_newest: return "drop the newest message";
    case Overflow::drop_oldest: return "drop the oldest message";
    case Overflow::grow: return "grow";
    case Overflow::block: return "let the sender wait";
    case Overflow::fail: return "give the message back";
    case Overflow::dead_letter: return "send the message to the dead letters";
  }
  return "an unknown policy";
}

}  // namespace sluice::inline SLUICE_ABI
