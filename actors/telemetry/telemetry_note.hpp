// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/actors/life/control.hpp>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI {

class Actor;

/// Not part of the API: something that telemetry has an actor's own runner do.
struct TelemetryNote : Control {
  /// `actor` is null if the one whom it was for is gone.
  using Hear = void (*)(TelemetryNote& note, Actor* actor) noexcept;

  constexpr explicit TelemetryNote(Hear function) noexcept : Control{Kind::telemetry}, hear{function} {}

  static void hear_by(Control& control, Actor* actor) noexcept {
    auto& note = static_cast<TelemetryNote&>(control);
    note.hear(note, actor);
  }

  Hear hear;
};

}  // namespace sluice::inline SLUICE_ABI
