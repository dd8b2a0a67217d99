// SPDX-License-Identifier: BSL-1.0
#include <sluice/profiling/bench/clock.hpp>

#include <sluice/profiling/bench/verify.hpp>

#include <chrono>

namespace sluice::bench {

Outcome run_clock(const RunOptions& options) {
  const std::uint64_t reads = options.shrunk(10'000'000);
  const auto start = std::chrono::steady_clock::now();

  // Comparing neighbours checks that the clock is steady and uses each value.
  auto previous = start;
  std::uint64_t steady_reads = 0;
  for (std::uint64_t read = 0; read < reads; ++read) {
    const auto now = std::chrono::steady_clock::now();
    if (now >= previous) {
      ++steady_reads;
    }
    previous = now;
  }

  verify_equal("clock: reads that did not go backwards", reads, steady_reads);
  return {.verified = steady_reads, .samples = {{nanoseconds_each(previous - start, reads), "ns/read"}}};
}

}  // namespace sluice::bench
