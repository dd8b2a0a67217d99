// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <sluice/actors/life/supervision.hpp>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI {

/// What the actor throws becomes an `ActorError`, retryable, which `supervision` decides on as on any other. Only where there
/// are exceptions: a target without an operating system does not have this function.
///
///     system.spawn<Parser>({.supervision = recover_exceptions(Restart{.max = 3})});
template <class Rule>
  requires(hosted && std::convertible_to<Rule, Supervision>)
[[nodiscard]] Supervision recover_exceptions(const Rule& rule) noexcept {
  Supervision supervision{rule};
  supervision.set_recovering();
  return supervision;
}

}  // namespace sluice::inline SLUICE_ABI
