// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sched.h>

#include <cstdint>
#include <deque>
#include <sluice/config.hpp>
#include <sluice/graph/schedule/host.hpp>
#include <sluice/graph/schedule/seat.hpp>
#include <sluice/graph/schedule/workers/worker.hpp>
#include <string>
#include <system_error>

namespace sluice::inline SLUICE_ABI::schedule {

/// Threads of our own for spare workers, whatever the others run on; there only while they are needed.
class SpareThreads final : public Host {
public:
  /// The spare workers are those from `first` on.
  SpareThreads(std::uint32_t first, std::uint32_t count) : first_{first}, seats_(count) {}

  void start(Worker& worker) noexcept override { seats_[worker.index() - first_].start(worker); }
  [[nodiscard]] bool wants_thread(std::uint32_t) noexcept override {
    sched_yield();  // there are more threads than cores
    return false;
  }

  /// Has a thread for `worker`; false if the machine has none to give.
  [[nodiscard]] bool open(const Worker& worker) noexcept try {
    const std::uint32_t number = worker.index() - first_;
    seats_[number].open("spare-" + std::to_string(number));
    return true;
  } catch (const std::system_error&) {
    return false;
  }
  void close(const Worker& worker) noexcept { seats_[worker.index() - first_].close(); }

private:
  const std::uint32_t first_;
  std::deque<Seat> seats_;
};

}  // namespace sluice::inline SLUICE_ABI::schedule
