// SPDX-License-Identifier: BSL-1.0
//
// As many mailboxes as workers tell themselves for ever; an outside thread pings another one.
#include <sluice/profiling/bench/mailbox/mailbox_workloads.hpp>

#include <sluice/profiling/bench/mailbox/probe.hpp>
#include <sluice/profiling/bench/mailbox/tell.hpp>
#include <sluice/profiling/bench/statistics.hpp>

#include <algorithm>

namespace sluice::bench {

namespace {

using namespace std::chrono_literals;

/// Never idle until its cell is closed.
class Spinner final : public Role {
public:
  Tally tally;
  Finish* begun = nullptr;

private:
  void handle(engine::Envelope& envelope) noexcept override {
    const std::int64_t value = message_in<std::int64_t>(envelope);
    tally.add(static_cast<std::uint64_t>(value));
    if (value == 1) [[unlikely]] {
      begun->arrive();
    }
    tell(self(), value + 1);
  }
};

/// Returns when all of them spin, if they do so soon: an executor that lets one starve is measured as it is.
void start(std::vector<Spinner>& spinners, Finish& begun) {
  for (Spinner& spinner : spinners) {
    spinner.begun = &begun;
    tell(spinner.self(), std::int64_t{1});
  }
  (void)begun.wait_for(3s);
}

/// 3 s, and in a shrunk run less: where pings starve, all of it is waited for.
std::chrono::nanoseconds patience(std::uint64_t shrink_by) {
  return std::min<std::chrono::nanoseconds>(3s, std::chrono::nanoseconds{30s} / shrink_by);
}

/// Each of the spinners has handled what it told itself, in order.
std::uint64_t verify(const std::vector<Spinner>& spinners) {
  std::uint64_t verified = 0;
  for (const Spinner& spinner : spinners) {
    verified += verify_tally("fairness, spinner", Tally::of_numbers_to(spinner.tally.count), spinner.tally);
  }
  return verified;
}

}  // namespace

Outcome run_fairness(const RunOptions& options) {
  Finish begun{options.workers};
  Probe probe;
  std::vector<Spinner> spinners(options.workers);
  Stage stage{options};
  stage.open(probe);
  stage.open_all(spinners);
  start(spinners, begun);
  const Probe::Findings findings =
      probe.send({.pings = options.shrunk(1'000), .interval = 1ms, .patience = patience(options.shrink_by)});
  stage.close();

  const double answered = static_cast<double>(findings.answered);
  constexpr double per_ms = 1'000'000;
  return {.verified = verify(spinners) + findings.answered,
          .samples = {{percentile(findings.latencies, 50) / per_ms, "ms", "p50"},
                      {percentile(findings.latencies, 99) / per_ms, "ms", "p99"},
                      {percentile(findings.latencies, 100) / per_ms, "ms", "max"},
                      {answered, "probes", "answered"}}};
}

}  // namespace sluice::bench
