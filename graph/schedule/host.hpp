// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

class Worker;

/// Where workers get their threads from: a pool of our own, or a task library.
///
/// Thread safety: `start` from any thread; `take_turn` on the worker's own.
class Host {
public:
  /// What a worker does after it has offered its thread.
  enum class Turn : std::uint8_t {
    go_on,  ///< others have had their turn
    leave,  ///< it gives the thread back, and is started again behind those who wait for one
  };

  Host() = default;
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;
  /// Every worker has left. Waits for the threads, if they are the host's own.
  virtual ~Host() = default;

  /// Has `run_worker(worker)` called once, soon, on one of the host's threads; not inside this call. The worker is in no
  /// other hands meanwhile.
  virtual void start(Worker& worker) noexcept = 0;

  /// A worker that has been busy for a while lets others of the host run. Nothing of the worker is half done.
  [[nodiscard]] virtual Turn take_turn() noexcept = 0;
};

/// What a host's thread calls to be `worker`, until there is nothing to do or the host asked it to leave.
void run_worker(Worker& worker) noexcept;

}  // namespace sluice::inline SLUICE_ABI::schedule
