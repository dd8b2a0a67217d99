// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/actors/system/system_record.hpp>
#include <sluice/actors/telemetry/figures.hpp>
#include <sluice/actors/telemetry/metrics.hpp>
#include <sluice/actors/telemetry/telemetry_port.hpp>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI {

/// What a system has counted and measured, read at any time. No longer than the system.
///
/// Thread safety: any thread. What changes meanwhile is seen or not, but no count goes back.
/// Allocates: never.
class SystemMetrics {
public:
  explicit SystemMetrics(SystemRecord& record) noexcept : record_{record} {}

  /// Calls `function(const MailboxMetrics&)` for each kind of actor that was ever measured, the newest kind first.
  template <class Function>
  void each_mailbox(Function function) const {
    if (record_.telemetry != nullptr) {
      for (const KindFigures* each = record_.telemetry->first_kind(); each != nullptr; each = each->next) {
        function(static_cast<const MailboxMetrics&>(each->snapshot()));
      }
    }
  }
  /// Calls `function(const DispatcherMetrics&)`: first with the system's own, then with all others together.
  template <class Function>
  void each_dispatcher(Function function) const {
    if (record_.telemetry != nullptr) {
      for (const DispatcherFigures* each = record_.telemetry->first_dispatcher(); each != nullptr; each = each->next) {
        function(static_cast<const DispatcherMetrics&>(each->snapshot()));
      }
    }
  }

  // What is always counted.
  [[nodiscard]] EventCounters events() const noexcept { return record_.events.counters(); }
  /// What the stream's meter has measured; nothing if it has none.
  [[nodiscard]] EventMetrics event_metrics() const noexcept {
    const EventMeter* const meter = record_.events.meter();
    return meter == nullptr ? EventMetrics{} : meter->metrics();
  }
  [[nodiscard]] const SupervisionCounters& supervision() const noexcept { return record_.supervision; }
  /// R4.2: by cause.
  [[nodiscard]] std::uint64_t dead_letters(DeadLetterReason reason) const noexcept {
    return record_.letters.count(reason);
  }
  [[nodiscard]] std::uint32_t mismatches() const noexcept {
    return record_.mismatches.load(std::memory_order_relaxed);  // a figure
  }

private:
  SystemRecord& record_;
};

}  // namespace sluice::inline SLUICE_ABI
