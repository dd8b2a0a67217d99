// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <string_view>

namespace sluice::inline SLUICE_ABI {

/// What becomes of an actor that failed.
enum class Directive : std::uint8_t {
  stop,      ///< it ends
  restart,   ///< it starts anew, with its mailbox
  resume,    ///< it goes on as it is
  escalate,  ///< its parent fails in its place
};

[[nodiscard]] constexpr std::string_view describe(Directive directive) noexcept {
  switch (directive) {
    case Directive::stop: return "stop";
    case Directive::restart: return "restart";
    case Directive::resume: return "resume";
    case Directive::escalate: return "escalate";
  }
  return "unknown";
}

}  // namespace sluice::inline SLUICE_ABI
