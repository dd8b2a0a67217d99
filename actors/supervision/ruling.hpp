// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/actors/supervision/directive.hpp>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI {

/// What was decided about a failure.
struct Ruling {
  Directive directive = Directive::stop;
  bool is_parents = false;          ///< it is not decided here
  bool has_decider_failed = false;  ///< so it stops
  bool is_due_to_sibling = false;   ///< it did not fail itself
};

}  // namespace sluice::inline SLUICE_ABI
