// SPDX-License-Identifier: BSL-1.0
//
// How long it takes until a message that comes out of the blue is handled: everybody sleeps when it is told.
#include <sluice/profiling/bench/mailbox/mailbox_workloads.hpp>

#include <sluice/profiling/bench/mailbox/probe.hpp>
#include <sluice/profiling/bench/statistics.hpp>

namespace sluice::bench {

Outcome run_wake(const RunOptions& options) {
  using namespace std::chrono_literals;
  const std::uint64_t pings = options.shrunk(200);
  Probe probe;
  Stage stage{options};
  stage.open(probe);
  const Probe::Findings findings = probe.send({.pings = pings, .interval = 5ms, .patience = 10s});
  stage.close();

  const std::uint64_t verified = verify_tally("wake", Tally::of_numbers_to(pings), probe.tally);
  constexpr double per_us = 1'000;
  return {.verified = verified,
          .samples = {{percentile(findings.latencies, 50) / per_us, "us", "p50"},
                      {percentile(findings.latencies, 99) / per_us, "us", "p99"}}};
}

}  // namespace sluice::bench
