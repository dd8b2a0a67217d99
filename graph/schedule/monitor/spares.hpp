// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/graph/schedule/monitor/port.hpp>
#include <sluice/graph/schedule/monitor/settings.hpp>
#include <sluice/graph/schedule/workers/scheduler.hpp>
#include <vector>

namespace sluice::inline SLUICE_ABI::schedule {

/// The spare workers of a scheduler: has as many join as are needed, at once, and lets those go that were not needed for
/// a while.
///
///     absent --hire, join--> joined --calm--> leaving --dismiss, let_go--> absent
///                                     <--needed again--
///
/// A spare one that is in a slice leaves when that is over: one whose slice never ends stays, and counts as joined.
///
/// Thread safety: by the monitor only.
class Spares {
public:
  Spares(Scheduler& scheduler, MonitorPort& port, const MonitorSettings& settings);

  /// How many are needed.
  struct Need {
    std::uint32_t to_keep = 0;  ///< more than these may leave after a while
    std::uint32_t to_have = 0;  ///< if there are fewer, some join; not more than `to_keep`
  };
  void adjust(Need need, Instant now) noexcept;

  /// How many have joined and not left.
  [[nodiscard]] std::uint32_t count() const noexcept;

private:
  enum class State : std::uint8_t { absent, joined, leaving };
  struct Spare {
    Worker* worker = nullptr;
    State state = State::absent;
  };

  [[nodiscard]] std::uint32_t count(State state) const noexcept;
  void see_off() noexcept;
  void add(std::uint32_t missing) noexcept;
  void send_away(std::uint32_t surplus) noexcept;
  [[nodiscard]] bool take_on(Spare& spare) noexcept;
  void engage() noexcept;
  void tell(std::uint32_t before) noexcept;

  Scheduler& scheduler_;
  MonitorPort& port_;
  const Duration calm_;
  std::vector<Spare> spares_;
  std::uint32_t most_;  ///< fewer than there are once a thread was not to be had
  Instant needed_last_{};
};

}  // namespace sluice::inline SLUICE_ABI::schedule
