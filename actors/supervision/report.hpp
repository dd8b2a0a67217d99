// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/actors/life/actor_error.hpp>
#include <sluice/actors/life/control.hpp>
#include <sluice/actors/supervision/directive.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>

namespace sluice::inline SLUICE_ABI {

class Actor;

/// A failure that the parent decides on. Part of the child, which waits until it has it back: so it is sent without memory,
/// and whoever has it, has it alone.
///
///     child: waits, its subtree suspended --failed--> parent: decides, or fails itself and waits in turn
///     child: resumes, restarts or stops  <--verdict--
struct FailureReport : Control {
  explicit FailureReport(Actor& of) noexcept : Control{Kind::failed}, child{of} {}

  [[nodiscard]] static FailureReport& of(Control& control) noexcept { return static_cast<FailureReport&>(control); }

  Actor& child;
  ActorError error{};
  std::uint32_t incarnation = 0;  ///< how many orders to restart the child had obeyed when it failed
  bool escalates = false;         ///< the parent is to fail; otherwise it decides for all its children
  bool is_cause = false;          ///< the parent's: it waits for its own verdict because of this one
  Directive verdict = Directive::stop;
  Duration delay{};               ///< before the restart
  FailureReport* next = nullptr;  ///< among those that the parent holds
};

}  // namespace sluice::inline SLUICE_ABI
