// SPDX-License-Identifier: BSL-1.0
#include <memory>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/platform.hpp>
#include <sluice/engine/trace.hpp>
#include <sluice/graph/schedule/hosted_executor.hpp>
#include <sluice/graph/schedule/workers/workforce.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI::schedule {
namespace {

/// The worker that this thread is, if any.
constinit thread_local Worker* current = nullptr;

[[nodiscard]] bool is_worker_of(Scheduler& scheduler) noexcept {
  return current != nullptr && &current->scheduler() == &scheduler;
}

constexpr engine::trace::Label dispatch{"dispatch", "run_worker", __FILE__, __LINE__, engine::trace::color::dispatch};
constexpr engine::trace::Label draining{"drain", "HostedExecutor::drain", __FILE__, __LINE__,
                                        engine::trace::color::drain};

/// A turn of a worker, from waking up to falling asleep. The thread is this worker's alone, unless it is a guest's.
[[nodiscard]] Worker::End take_turn(Worker& worker, bool guest) noexcept {
  if constexpr (engine::trace::is_on) {
    Scheduler& scheduler = worker.scheduler();
    const auto tell_awake = [&] {
      engine::trace::plot(engine::trace::Plot::awake_workers, scheduler.roster().look().awake());
    };
    const bool parks = !guest && scheduler.host().owns_threads();
    engine::trace::begin_turn();
    Worker::End end;
    {
      engine::trace::Zone zone{dispatch};
      zone.value(worker.index());
      tell_awake();
      end = worker.work(guest);
    }
    tell_awake();
    engine::trace::end_turn(parks);
    return end;
  } else {
    return worker.work(guest);
  }
}

/// Not inline: it would make the common case save registers that only this one needs.
[[nodiscard, gnu::noinline]] bool inject(Scheduler& scheduler, engine::Runnable& runnable) noexcept {
  return scheduler.inject(runnable);
}

void refuse_own_workers(Scheduler& scheduler) noexcept {
  engine::check(!is_worker_of(scheduler), "a runnable does not wait for the executor that runs it");
}

}  // namespace

void run_worker(Worker& worker) noexcept {
  Scheduler& scheduler = worker.scheduler();
  if (is_worker_of(scheduler)) {
    worker.decline(*current);  // the host let it run inside another one's turn: the thread is that one's
  } else {
    Worker* const host_of_this = current;
    current = &worker;
    const Worker::End end = take_turn(worker, host_of_this != nullptr);
    current = host_of_this;
    if (end == Worker::End::leave) {
      scheduler.restart(worker);
    }
  }
  scheduler.leave();
}

HostedExecutor::HostedExecutor(Host* host, std::uint32_t workers, const ExecutorSettings& settings)
    : shutdown_timeout_{settings.shutdown_timeout} {
  std::unique_ptr<Host> owned{host};
  workforce_ = new Workforce{std::move(owned), workers};
}

HostedExecutor::~HostedExecutor() {
  if (!workforce_->is_shut_down()) {
    const ShutdownReport& report = shutdown(shutdown_timeout_);
    if (!report.is_complete()) {
      engine::platform::write(describe(report));
    }
  }
  Workforce::dismiss(std::unique_ptr<Workforce>{workforce_});
}

engine::Submission HostedExecutor::submit(engine::Runnable& runnable) noexcept {
  Scheduler& scheduler = workforce_->scheduler();
  const bool accepted = is_worker_of(scheduler) ? current->submit(runnable) : inject(scheduler, runnable);
  return accepted ? engine::Submission::accepted : engine::Submission::rejected;
}

void HostedExecutor::drain() noexcept {
  refuse_own_workers(workforce_->scheduler());
  const engine::trace::Zone zone{draining};
  (void)workforce_->wait_idle({});
}

bool HostedExecutor::drain_for(Duration timeout) noexcept {
  refuse_own_workers(workforce_->scheduler());
  const engine::trace::Zone zone{draining};
  return workforce_->wait_idle(later(engine::PlatformClock{}.now(), timeout));
}

const ShutdownReport& HostedExecutor::shutdown(Duration timeout) noexcept {
  refuse_own_workers(workforce_->scheduler());
  return workforce_->shutdown(timeout);
}

std::uint32_t HostedExecutor::workers() const noexcept { return workforce_->size(); }

ExecutorCounters HostedExecutor::counters() const noexcept {
  ExecutorCounters sum;
  const auto read = [](const engine::Atomic<std::uint64_t>& counter) noexcept {
    return counter.load(std::memory_order_relaxed);  // a figure
  };
  for (const Worker* const worker : workforce_->scheduler().workers()) {
    const Worker::Counts& counts = worker->counts();
    sum.slices += read(counts.slices);
    sum.hand_overs += read(counts.hand_overs);
    sum.injected += read(counts.injected);
    sum.steals += read(counts.steals);
    sum.turns += read(counts.turns);
  }
  sum.starts = workforce_->scheduler().starts();
  return sum;
}

std::string describe(const ShutdownReport& report) {
  std::string text;
  for (const Straggler& straggler : report.stragglers) {
    text += "sluice: shutdown: worker " + std::to_string(straggler.worker) + " is still in " + straggler.name + '\n';
  }
  if (report.handed_back != 0) {
    text += "sluice: shutdown: " + std::to_string(report.handed_back) + " runnables did not run any more\n";
  }
  return text;
}

}  // namespace sluice::inline SLUICE_ABI::schedule
