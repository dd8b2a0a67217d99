// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/actors/untyped_ref.hpp>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI {

/// Somebody whom the actor watches has ended. Told once, whatever comes first: the watch or the end.
struct Terminated {
  UntypedRef who;
  /// It ended because a handler failed; not known, so false, of one that was gone before the watch.
  bool failed = false;
};

/// The actor is to start anew: told to the behavior that is given up.
struct PreRestart {};

/// A message, to be told by `poison`: its actor stops when it gets there.
struct Poison {};

}  // namespace sluice::inline SLUICE_ABI
