// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <new>
#include <sluice_model/explore.hpp>
#include <span>

namespace sluice::model {

struct NamedScenario {
  const char* name;
  const char* claim;  ///< what holds in every execution
  MakeScenario make;
};

template <class S>
Scenario* make_scenario() {
  return ::new (Execution::current()->allocate(sizeof(S), alignof(S), true)) S;
}

/// The scenarios of each file.
[[nodiscard]] std::span<const NamedScenario> queue_scenarios();
[[nodiscard]] std::span<const NamedScenario> mailbox_scenarios();
[[nodiscard]] std::span<const NamedScenario> closing_scenarios();
[[nodiscard]] std::span<const NamedScenario> blocking_scenarios();
[[nodiscard]] std::span<const NamedScenario> system_scenarios();
[[nodiscard]] std::span<const NamedScenario> block_scenarios();
[[nodiscard]] std::span<const NamedScenario> lifetime_scenarios();
[[nodiscard]] std::span<const NamedScenario> cell_scenarios();
[[nodiscard]] std::span<const NamedScenario> guarded_cell_scenarios();
[[nodiscard]] std::span<const NamedScenario> waker_scenarios();
[[nodiscard]] std::span<const NamedScenario> ring_scenarios();
[[nodiscard]] std::span<const NamedScenario> ordered_scenarios();
[[nodiscard]] std::span<const NamedScenario> wait_scenarios();
[[nodiscard]] std::span<const NamedScenario> channel_scenarios();
[[nodiscard]] std::span<const NamedScenario> offer_scenarios();
[[nodiscard]] std::span<const NamedScenario> poll_scenarios();
[[nodiscard]] std::span<const NamedScenario> timer_scenarios();
[[nodiscard]] std::span<const NamedScenario> run_queue_scenarios();
[[nodiscard]] std::span<const NamedScenario> timed_scenarios();
[[nodiscard]] std::span<const NamedScenario> lane_scenarios();
[[nodiscard]] std::span<const NamedScenario> mailbox_offer_scenarios();
[[nodiscard]] std::span<const NamedScenario> rejection_scenarios();
[[nodiscard]] std::span<const NamedScenario> dispatcher_scenarios();
[[nodiscard]] std::span<const NamedScenario> roster_scenarios();
[[nodiscard]] std::span<const NamedScenario> injection_scenarios();
[[nodiscard]] std::span<const NamedScenario> scheduler_scenarios();
[[nodiscard]] std::span<const NamedScenario> shutdown_scenarios();
[[nodiscard]] std::span<const NamedScenario> timer_driver_scenarios();
[[nodiscard]] std::span<const NamedScenario> event_scenarios();
[[nodiscard]] std::span<const NamedScenario> event_buffer_scenarios();
[[nodiscard]] std::span<const NamedScenario> actor_scenarios();
[[nodiscard]] std::span<const NamedScenario> telemetry_scenarios();
[[nodiscard]] std::span<const NamedScenario> actor_timer_scenarios();
[[nodiscard]] std::span<const NamedScenario> supervision_scenarios();
[[nodiscard]] std::span<const NamedScenario> recorder_scenarios();

}  // namespace sluice::model
