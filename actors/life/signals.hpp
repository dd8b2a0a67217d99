// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/actors/untyped_ref.hpp>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI {

/// Somebody whom the actor watches has ended. Told once, whatever comes first: the watch or the end.
struct Terminated {
  UntypedRef who;
  bool failed = false;  ///< it ended because a handler failed
};

}  // namespace sluice::inline SLUICE_ABI
