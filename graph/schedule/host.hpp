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
  Host() = default;
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;
  /// Every worker has left. Waits for the threads, if they are the host's own.
  virtual ~Host() = default;

  /// Has `run_worker(worker)` called once, soon, on one of the host's threads; not inside this call. The worker is in no
  /// other hands meanwhile.
  virtual void start(Worker& worker) noexcept = 0;

  /// Asked about every 200 us by each busy worker: whether others wait for its thread, or may do so. Then the worker gives
  /// it back, and is started again behind them. `ours`: how many calls of `start` have not ended yet.
  [[nodiscard]] virtual bool wants_thread(std::uint32_t ours) noexcept = 0;

  /// Whether its threads have nothing to do but to be workers: then one that is none is seen to park.
  [[nodiscard]] virtual bool owns_threads() const noexcept { return true; }
};

/// What a host's thread calls to be `worker`, until there is nothing to do or the host asked it to leave.
void run_worker(Worker& worker) noexcept;

}  // namespace sluice::inline SLUICE_ABI::schedule
