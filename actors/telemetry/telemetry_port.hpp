// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/actors/events/event_stream.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/address.hpp>
#include <sluice/engine/cell_meter.hpp>
#include <sluice/engine/dead_letter.hpp>
#include <sluice/engine/dispatch/event_sink.hpp>

namespace sluice::inline SLUICE_ABI {

class Actor;
class DispatcherFigures;
class KindFigures;

/// Not part of the API: what the rest of a system asks of its telemetry. Virtual, so that a program without has none of
/// its code.
///
/// Thread safety: any thread, unless said otherwise.
class TelemetryPort : public SubscriptionWatcher {
public:
  /// Behind the opening of the guardian, once.
  virtual void begin(engine::Address guardian) noexcept = 0;
  /// By the guardian's runner: it is about to leave, behind all others.
  virtual void let_guardian_go() noexcept = 0;
  /// What measures `actor`, which is about to move in; null if nobody listens, or if memory runs out. By who spawns it.
  [[nodiscard]] virtual engine::CellMeter* meter_for(Actor& actor, const char* kind,
                                                     const engine::Dispatcher& dispatcher) noexcept = 0;
  /// The actor of `meter` was not spawned after all.
  virtual void discard(engine::CellMeter& meter) noexcept = 0;

  virtual void note(const engine::MailboxEvent& event) noexcept = 0;

  /// Whether somebody is inside a meter: an actor, or a sender that came late. Not again once all actors have ended.
  [[nodiscard]] virtual bool is_in_use() const noexcept = 0;
  /// The system has ended: nobody uses it any more.
  virtual void end() noexcept = 0;

  /// Null if there is none. What follows stays until the end.
  [[nodiscard]] virtual const KindFigures* first_kind() const noexcept = 0;
  [[nodiscard]] virtual const DispatcherFigures* first_dispatcher() const noexcept = 0;

protected:
  ~TelemetryPort() = default;
};

}  // namespace sluice::inline SLUICE_ABI
