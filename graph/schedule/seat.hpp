// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/graph/schedule/parker.hpp>
#include <string>
#include <thread>

namespace sluice::inline SLUICE_ABI::schedule {

class Worker;

/// A thread of our own for one worker at a time, asleep while there is none.
///
/// Thread safety: `start` by who may start a worker; the rest by the seat's owner.
class Seat {
public:
  Seat() = default;
  Seat(const Seat&) = delete;
  Seat& operator=(const Seat&) = delete;
  ~Seat() { close(); }

  /// Has a thread from now on, called `name` by tools; throws what `std::thread` throws.
  void open(const std::string& name);
  /// Ends the thread, if there is one, when its worker has left.
  void close() noexcept;
  /// The thread runs `worker` next.
  void start(Worker& worker) noexcept;

private:
  void serve() noexcept;

  std::thread thread_;
  Parker parker_;
  Worker* worker_ = nullptr;  ///< null: the thread ends. Handed over by the parker.
};

/// Names the calling thread for debuggers and profilers; at most 15 characters are kept.
void name_this_thread(const std::string& name) noexcept;

}  // namespace sluice::inline SLUICE_ABI::schedule
