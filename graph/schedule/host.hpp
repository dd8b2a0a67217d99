// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

class Worker;

/// Where workers get their threads from: a pool of our own, or a task library.
///
/// Thread safety: `start` from any thread; the rest on the worker's own.
class Host {
public:
  /// What a worker that has been busy for a while does for others of the host.
  enum class Turn : std::uint8_t {
    none,      ///< nobody waits, or those who did have had their turn
    here,      ///< calls `run_others`
    by_leave,  ///< gives the thread back, and is started again behind those who wait for one
  };

  Host() = default;
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;
  /// Every worker has left. Waits for the threads, if they are the host's own.
  virtual ~Host() = default;

  /// Has `run_worker(worker)` called once, soon, on one of the host's threads; not inside this call. The worker is in no
  /// other hands meanwhile.
  virtual void start(Worker& worker) noexcept = 0;

  /// Who is next? Asked about every 200 us by each busy worker. `ours`: how many calls of `start` have not ended yet.
  [[nodiscard]] virtual Turn next_turn(std::uint32_t ours) noexcept = 0;

  /// Runs others on this thread, perhaps for ever. The worker has left nothing that only it could run.
  virtual void run_others() noexcept {}
};

/// What a host's thread calls to be `worker`, until there is nothing to do or the host asked it to leave.
void run_worker(Worker& worker) noexcept;

}  // namespace sluice::inline SLUICE_ABI::schedule
