// SPDX-License-Identifier: BSL-1.0
//
// What mailboxes and workers cost that have nothing to do.
#include <sluice/profiling/bench/mailbox/mailbox_workloads.hpp>

#include <sluice/profiling/bench/mailbox/stage.hpp>
#include <sluice/profiling/bench/mailbox/tell.hpp>
#include <sluice/profiling/bench/verify.hpp>

#include <algorithm>
#include <thread>

#include <sys/resource.h>

namespace sluice::bench {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr std::uint32_t sleeper_count = 1'000;

/// Handles one message, so that it is known to live.
class Sleeper final : public Role {
public:
  Tally tally;
  Finish* finish = nullptr;

private:
  void handle(engine::Envelope& envelope) noexcept override {
    tally.add(static_cast<std::uint64_t>(message_in<std::int64_t>(envelope)));
    finish->arrive();
  }
};

/// What this process has used so far, all threads together.
struct Usage {
  Clock::time_point at;
  Seconds cpu;
  std::int64_t switches;

  [[nodiscard]] static Usage now() {
    rusage usage{};
    if (::getrusage(RUSAGE_SELF, &usage) != 0) {
      fail("idle_cpu: getrusage has failed");
    }
    const auto seconds = [](const timeval& time) {
      return Seconds{static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6};
    };
    return {Clock::now(), seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_nvcsw + usage.ru_nivcsw};
  }
};

/// 5 s, 1 s of a quick run, and less in tests.
std::chrono::nanoseconds idle_time(std::uint64_t shrink_by) {
  return std::min<std::chrono::nanoseconds>(5s, std::chrono::nanoseconds{50s} / shrink_by);
}

}  // namespace

Outcome run_idle_cpu(const RunOptions& options) {
  Finish finish{sleeper_count};
  std::vector<Sleeper> sleepers(sleeper_count);
  Stage stage{options};
  stage.open_all(sleepers);
  for (Sleeper& sleeper : sleepers) {
    sleeper.finish = &finish;
  }
  (void)stage.time(finish, [&] {
    for (std::uint32_t i = 0; i < sleeper_count; ++i) {
      tell(sleepers[i].self(), std::int64_t{i + 1});
    }
  });

  const std::chrono::nanoseconds idle = idle_time(options.shrink_by);
  std::this_thread::sleep_for(idle / 20);  // workers may look for more work for a while before they sleep
  const Usage before = Usage::now();
  std::this_thread::sleep_for(idle);
  const Usage after = Usage::now();
  stage.close();

  Tally tally;
  for (const Sleeper& sleeper : sleepers) {
    tally += sleeper.tally;
  }
  const std::uint64_t verified = verify_tally("idle_cpu", Tally::of_numbers_to(sleeper_count), tally);
  const double elapsed = Seconds{after.at - before.at}.count();
  return {.verified = verified,
          .samples = {{100 * (after.cpu - before.cpu).count() / elapsed, "%", "cpu"},
                      {static_cast<double>(after.switches - before.switches) / elapsed, "switches/s", "switches"}}};
}

}  // namespace sluice::bench
