// SPDX-License-Identifier: BSL-1.0
#include <sluice/graph/schedule/monitor/monitor.hpp>
#include <sluice/graph/schedule/monitor/thread_state.hpp>
#include <sluice/graph/schedule/seat.hpp>

namespace sluice::inline SLUICE_ABI::schedule {
namespace {

// As many looks find nothing to watch before it sleeps.
constexpr std::uint32_t quiet_looks = 3;

}  // namespace

Monitor::Monitor(Scheduler& scheduler, SpareThreads& threads, EventOutlet& outlet, const Clock& clock,
                 const MonitorSettings& settings, bool watches_host)
    : scheduler_{scheduler},
      threads_{threads},
      outlet_{outlet},
      clock_{clock},
      tick_{settings.tick},
      core_{scheduler, *this, settings, watches_host},
      thread_{[this] { watch(); }} {}

void Monitor::wake() noexcept {
  const std::lock_guard lock{mutex_};
  is_woken_ = true;
  condition_.notify_one();
}

void Monitor::stop() noexcept {
  {
    const std::lock_guard lock{mutex_};
    is_stopping_ = true;
    condition_.notify_one();
  }
  if (thread_.joinable()) {
    thread_.join();
  }
}

bool Monitor::is_computing(const Worker& worker) noexcept { return is_runnable(worker.thread()); }

void Monitor::watch() noexcept {
  name_this_thread("monitor");
  std::uint32_t quiet = quiet_looks;
  while (!is_stopping()) {
    if (quiet < quiet_looks) {
      sleep(tick_);
    } else {
      rest();
    }
    core_.look(clock_.now());
    quiet = core_.may_rest() ? quiet + 1 : 0;
  }
}

void Monitor::rest() noexcept {
  scheduler_.vigil().lie_down();
  if (core_.may_rest()) {
    sleep({});
  }
  (void)scheduler_.vigil().get_up();  // who was faster wakes it: then it looks once more than it need
}

void Monitor::sleep(std::optional<Duration> limit) noexcept {
  std::unique_lock lock{mutex_};
  const auto is_over = [this] { return is_woken_ || is_stopping_; };
  if (limit.has_value()) {
    condition_.wait_for(lock, *limit, is_over);
  } else {
    condition_.wait(lock, is_over);
  }
  is_woken_ = false;
}

bool Monitor::is_stopping() noexcept {
  const std::lock_guard lock{mutex_};
  return is_stopping_;
}

}  // namespace sluice::inline SLUICE_ABI::schedule
