// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <sluice/actors/life/control.hpp>
#include <sluice/actors/life/supervision.hpp>
#include <sluice/actors/supervision/message_keeper.hpp>
#include <sluice/actors/supervision/orders.hpp>
#include <sluice/actors/supervision/report.hpp>
#include <sluice/actors/supervision/strategy.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/time/timer.hpp>

namespace sluice::inline SLUICE_ABI {

/// What is needed when a supervised actor fails, made when it is spawned: then nothing can be missing. Those of whom nobody
/// says anything have none: they end.
///
/// Thread safety: used by the actor's runner, unless said otherwise; while `report` is the parent's, by the parent's.
struct Care {
  /// What an actor that failed waits for; then its bit `is_restarting_` is set, and its mailbox suspended.
  enum class Wait : std::uint8_t { nothing, verdict, children, backoff };

  explicit Care(Actor& actor) noexcept : report{actor} {}
  Care(const Care&) = delete;
  Care& operator=(const Care&) = delete;

  /// Those below it are to handle no messages.
  [[nodiscard]] bool suspends_subtree() const noexcept { return is_suspended_by_parent || wait == Wait::verdict; }

  Supervision own;                 ///< the actor's own word
  const Supervision* rule = &own;  ///< that, or the parent's, who lives longer
  RestartStatistics statistics;
  Duration delay{};  ///< before the restart that was decided on
  Wait wait = Wait::nothing;
  bool asks_parent = false;          ///< the parent decides for all its children
  bool may_suspend_subtree = false;  ///< it may wait for its parent, or be suspended by it
  bool is_suspended_by_parent = false;
  bool is_ordered_to_restart = false;  ///< while it waited for its own verdict
  bool has_failed_at_start = false;
  std::uint32_t orders_obeyed = 0;
  FailureReport report;
  ParentalOrders orders;
  FailureReport* held = nullptr;  ///< of its children, until it knows its own verdict
  engine::Timer timer;
  Control backoff_over{Control::Kind::backoff_over};
  std::optional<MessageKeeper> keeper;
};

/// What an actor says of its children, and their restarts as far as they are counted together.
struct ChildrenRule {
  SupervisionStrategy strategy;
  RestartStatistics of_all{};
};

}  // namespace sluice::inline SLUICE_ABI
