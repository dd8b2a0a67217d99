// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/system_queue.hpp>

namespace sluice::inline SLUICE_ABI {

/// What the system tells an actor, before all that others tell it.
///
/// A control that others wait for is part of what they share with the actor, so that telling it cannot fail: its memory
/// was there when the relation began.
struct Control : engine::SystemNode {
  enum class Kind : std::uint8_t {
    start,    ///< run what comes before the first message; a block of its own, as the next four
    stop,     ///< asked for by somebody
    restart,  ///< the same
    suspend,  ///< handle no messages until as many resumes
    resume,
    not_told,        ///< part of the actor: what its parent has not told it
    stop_by_parent,  ///< ... and what it becomes then
    childless,       ///< the last child is gone; part of the actor's `Children`
    watch,           ///< these three are parts of a `Watch`
    unwatch,
    notice,
    answer,  ///< part of an ask
    timer,   ///< an `ActorTimer`
    events,  ///< part of the buffer of a subscription
    failed,  ///< a child asks what becomes of it; this and what follows is part of a supervised actor, see `Care`
    verdict,
    order,         ///< of the parent
    backoff_over,  ///< it may start anew
    retry,         ///< the message that failed is handled again
    telemetry,     ///< a `TelemetryNote`
  };

  constexpr explicit Control(Kind of) noexcept : kind{of} {}

  Kind kind;
};

/// A control of its own; null if memory runs out.
[[nodiscard]] Control* make_control(Control::Kind kind) noexcept;
void end_control(Control& control) noexcept;

}  // namespace sluice::inline SLUICE_ABI
