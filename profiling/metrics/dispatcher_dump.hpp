// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/mailbox_look.hpp>
#include <sluice/engine/worker_look.hpp>
#include <string>
#include <vector>

namespace sluice::inline SLUICE_ABI {
class ActorSystem;
}  // namespace sluice::inline SLUICE_ABI

namespace sluice::inline SLUICE_ABI::metrics {

/// An actor, and what its mailbox does.
struct DumpedActor {
  std::string path;
  const char* kind = nullptr;
  engine::MailboxLook mailbox;
  bool is_running = false;
  std::optional<std::uint32_t> worker;  ///< that runs it
  std::optional<Duration> lasted;       ///< the slice that runs, at least; see `WorkerLook`
};

/// All actors of a system below its guardian, and the workers of its executor.
struct DispatcherDump {
  std::vector<DumpedActor> actors;
  std::vector<engine::WorkerLook> workers;
  std::uint64_t slices = 0;   ///< of all workers
  std::uint32_t working = 0;  ///< workers that run something
};

/// Looks at everything, one after the other, while all go on: what it shows of two actors was true at two moments. (R4.4)
///
/// Thread safety: any thread, and any handler; not beside the end of `system`.
/// Blocks: for the locks of families: a spawn, or the begin of an end, and only for a look at that one family.
/// Allocates: the value. Nothing is counted or measured for it while nobody asks.
[[nodiscard]] DispatcherDump dump(ActorSystem& system);

/// One line for each worker and each actor.
[[nodiscard]] std::string describe(const DispatcherDump& dump);

}  // namespace sluice::inline SLUICE_ABI::metrics
