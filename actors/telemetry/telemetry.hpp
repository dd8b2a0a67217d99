// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>

namespace sluice::inline SLUICE_ABI {

class SystemRecord;
class TelemetryPort;

/// What a system measures, and when it tells. Nothing is measured, no clock is read and nothing is allocated before
/// somebody subscribes to `MailboxSample`, `DispatcherSample` or `MailboxAlert` (R4.3), or after the last one has gone.
///
///     ActorSystem system{{.telemetry = Telemetry{.alert_depth = 1000}}};
struct Telemetry {
  Duration period = std::chrono::seconds{1};  ///< there is at most one sample of a kind of actor in such a time
  std::uint32_t alert_depth = 0;              ///< alert if more messages wait in a mailbox; 0: never
  Duration alert_residence{};                 ///< ... if one waited longer; never unless positive
  Duration alert_suspension{};                ///< ... if an actor is suspended for longer; never unless positive
  bool always = false;                        ///< measures from the start: for who reads figures and hears no samples
};

/// Not part of the API: null if memory runs out.
[[nodiscard]] TelemetryPort* make_telemetry(SystemRecord& record, const Telemetry& telemetry,
                                            const Clock& clock) noexcept;

/// Whether a system has telemetry. A program that never says so has no code of it either.
class TelemetryChoice {
public:
  constexpr TelemetryChoice() noexcept = default;
  explicit(false) constexpr TelemetryChoice(const Telemetry& telemetry) noexcept
      : telemetry_{telemetry}, make_{&make_telemetry} {}

  [[nodiscard]] TelemetryPort* make(SystemRecord& record, const Clock& clock) const noexcept {
    return make_ == nullptr ? nullptr : make_(record, telemetry_, clock);
  }

private:
  Telemetry telemetry_{};
  TelemetryPort* (*make_)(SystemRecord& record, const Telemetry& telemetry, const Clock& clock) noexcept = nullptr;
};

}  // namespace sluice::inline SLUICE_ABI
