// SPDX-License-Identifier: BSL-1.0
#include <sluice/profiling/bench/mailbox/probe.hpp>

#include <sluice/profiling/bench/mailbox/tell.hpp>

#include <algorithm>
#include <thread>

namespace sluice::bench {

Probe::Findings Probe::send(const Plan& plan) {
  Findings findings;
  for (std::uint64_t number = 1; number <= plan.pings; ++number) {
    Finish& answer = answers_.emplace_back();
    const Finish::Clock::time_point told = Finish::Clock::now();
    tell(self(), Ping{&answer, number});
    const auto handled = answer.wait_for(plan.patience);
    const std::chrono::nanoseconds latency = handled ? *handled - told : plan.patience;
    findings.latencies.push_back(static_cast<double>(latency.count()));
    if (!handled) {
      break;
    }
    ++findings.answered;
    std::this_thread::sleep_until(told + plan.interval);
  }
  return findings;
}

void Probe::handle(engine::Envelope& envelope) noexcept {
  const Ping ping = message_in<Ping>(envelope);
  tally.add(ping.number);
  ping.answer->arrive();
}

}  // namespace sluice::bench
