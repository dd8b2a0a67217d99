// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/graph/schedule/monitor/port.hpp>
#include <sluice/graph/schedule/monitor/settings.hpp>
#include <sluice/graph/schedule/monitor/spares.hpp>
#include <sluice/graph/schedule/workers/scheduler.hpp>
#include <vector>

namespace sluice::inline SLUICE_ABI::schedule {

/// What a monitor does at each look, without its thread: finds workers that do not come back while others wait, and those
/// whose host gives them no thread; names them, and has others take over.
///
/// A slice is a *stall* if it was there at two looks that are `stall` or more apart, and something waits that nobody else
/// takes: in its slot; or in any queue, while nobody sleeps or searches. A stall whose thread waits is one that a spare
/// worker can help with, and one whose thread computes is not: what lacks then is a core. A host that keeps workers
/// waiting while others of them work is short of cores, too: spare workers stand in only if nobody works.
///
/// Thread safety: by one thread.
class MonitorCore {
public:
  /// `watches_host`: the host's threads may be busy with something else, or gone.
  MonitorCore(Scheduler& scheduler, MonitorPort& port, const MonitorSettings& settings, bool watches_host);

  void look(Instant now) noexcept;

  /// Nobody works, and nobody has to be let go: there is nothing to look at until somebody stirs.
  [[nodiscard]] bool may_rest() const noexcept {
    return scheduler_.roster().look().awake() == 0 && spares_.count() == 0 && !is_overloaded_;
  }
  [[nodiscard]] std::uint32_t spares() const noexcept { return spares_.count(); }

private:
  /// What it has seen of one worker.
  struct Seen {
    std::uint64_t slices = 0;   ///< that were over
    Instant since{};            ///< the next one was there
    bool is_inside = false;     ///< there was a next one
    bool is_told = false;       ///< that it is a stall
    bool is_stuck = false;      ///< it is one, and its thread waits
    std::uint32_t awaited = 0;  ///< which of its waits for a thread
    Instant awaited_since{};
    bool is_overdue = false;
  };

  void observe(Worker& worker, Seen& seen, Instant now) const noexcept;
  [[nodiscard]] bool is_long(const Worker& worker, const Seen& seen, Instant now) const noexcept;
  void judge(Worker& worker, Seen& seen, bool is_stall, Instant now) noexcept;
  [[nodiscard]] std::uint32_t watch_host(Instant now) noexcept;
  void relieve_overdue() noexcept;

  // As many threads at most are asked about at one look: on a machine with many cores that is what costs.
  static constexpr std::uint32_t most_questions = 4;

  Scheduler& scheduler_;
  MonitorPort& port_;
  const MonitorSettings settings_;
  const bool watches_host_;
  std::vector<Seen> seen_;  ///< of everybody
  Spares spares_;
  std::uint32_t questions_ = 0;
  bool is_overloaded_ = false;
  Instant overloaded_since_{};
};

}  // namespace sluice::inline SLUICE_ABI::schedule
