// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <string_view>

namespace sluice::inline SLUICE_ABI {

/// What a mailbox does with messages that come while it is suspended. Those that are in it stay, in order, in any case; and
/// so does what is offered to a mailbox of the policy Block: who offers there can wait.
enum class SuspendPolicy : std::uint8_t {
  keep,    ///< they wait behind the others (D10)
  refuse,  ///< they become dead letters, `suspended`; `try_tell` gives them back
};

[[nodiscard]] constexpr std::string_view describe(SuspendPolicy policy) noexcept {
  switch (policy) {
    case SuspendPolicy::keep: return "keep what comes for later";
    case SuspendPolicy::refuse: return "refuse what comes";
  }
  return "an unknown policy";
}

}  // namespace sluice::inline SLUICE_ABI
