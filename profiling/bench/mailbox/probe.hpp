// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/profiling/bench/mailbox/finish.hpp>
#include <sluice/profiling/bench/mailbox/stage.hpp>
#include <sluice/profiling/bench/verify.hpp>

#include <chrono>
#include <cstdint>
#include <deque>
#include <vector>

namespace sluice::bench {

/// Notes when each of an outside thread's pings is handled.
class Probe final : public Role {
public:
  struct Plan {
    std::uint64_t pings;
    std::chrono::nanoseconds interval;
    std::chrono::nanoseconds patience;  ///< a ping that is not handled by then counts as long, and is the last one
  };
  struct Findings {
    std::vector<double> latencies;  ///< from the tell to the start of the handler, in nanoseconds
    std::uint64_t answered = 0;
  };

  /// Blocks: for the whole of `plan`. A ping follows the last one's answer, at the earliest an interval after it was sent.
  [[nodiscard]] Findings send(const Plan& plan);

  Tally tally;  ///< the numbers of the pings, from 1; to be read when the stage is closed

private:
  struct Ping {
    Finish* answer;
    std::uint64_t number;
  };

  void handle(engine::Envelope& envelope) noexcept override;

  std::deque<Finish> answers_;  ///< one for each ping: the last may be handled late
};

}  // namespace sluice::bench
