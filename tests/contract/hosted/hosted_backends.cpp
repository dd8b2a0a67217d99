// SPDX-License-Identifier: BSL-1.0
#include <tbb/global_control.h>

#include <asio/executor_work_guard.hpp>
#include <asio/io_context.hpp>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <sluice/engine/manual_executor.hpp>
#include <sluice/engine/memory.hpp>
#include <sluice/graph/schedule/shared_taskflow.hpp>
#include <sluice/graph/schedule/shared_tbb.hpp>
#include <sluice/graph/schedule/taskflow_executor.hpp>
#include <sluice/graph/schedule/tbb_executor.hpp>
#include <sluice/graph/schedule/thread_executor.hpp>
#include <sluice/integrations/asio/shared_asio.hpp>
#include <sluice_test/hosted_backends.hpp>
#include <thread>

namespace sluice::contract {
namespace {

using schedule::HostedExecutor;

constexpr std::chrono::seconds patience{20};

/// Runs `work(sender)` on as many threads, and waits for them.
template <class Work>
void on_threads(std::uint32_t senders, Work work) {
  std::vector<std::jthread> threads;
  for (std::uint32_t sender = 0; sender < senders; ++sender) {
    threads.emplace_back(work, sender);
  }
}

class HostedBackend : public ThreadedBackend {
public:
  [[nodiscard]] engine::Executor& executor() noexcept final { return *hosted(); }
  [[nodiscard]] std::uint32_t workers() const noexcept final {
    return const_cast<HostedBackend*>(this)->hosted()->workers();
  }
  void drain() final { hosted()->drain(); }
  [[nodiscard]] bool drain_for(Duration timeout) final { return hosted()->drain_for(timeout); }
  ShutdownNote shut_down(Duration timeout) final {
    const schedule::ShutdownReport& report = hosted()->shutdown(timeout);
    ShutdownNote note;
    note.handed_back = report.handed_back;
    for (const schedule::Straggler& straggler : report.stragglers) {
      if (note.stragglers < ShutdownNote::most_names) {
        note.names[note.stragglers] = straggler.name;
      }
      ++note.stragglers;
    }
    return note;
  }
};

/// An executor with threads of its own.
template <class Executor>
class OwnBackend final : public HostedBackend {
public:
  explicit OwnBackend(std::uint32_t workers) : executor_{{.workers = workers}} {}
  [[nodiscard]] HostedExecutor* hosted() noexcept override { return &executor_; }

private:
  Executor executor_;
};

class SharedTaskflowBackend final : public HostedBackend {
public:
  explicit SharedTaskflowBackend(std::uint32_t workers) : users_{workers}, executor_{users_} {}
  [[nodiscard]] HostedExecutor* hosted() noexcept override { return &executor_; }

private:
  tf::Executor users_;
  schedule::SharedTaskflowExecutor executor_;
};

class SharedTbbBackend final : public HostedBackend {
public:
  explicit SharedTbbBackend(std::uint32_t workers)
      : threads_{tbb::global_control::max_allowed_parallelism, workers + 1},
        users_{static_cast<int>(workers), 0},
        executor_{users_, {.workers = workers}} {}
  [[nodiscard]] HostedExecutor* hosted() noexcept override { return &executor_; }

private:
  tbb::global_control threads_;  // a machine with fewer cores would not give the arena its threads
  tbb::task_arena users_;
  schedule::SharedTbbExecutor executor_;
};

/// A loop that as many threads of the test's run as it has workers, until the test is over. Spare workers join as they do
/// elsewhere, which a loop does not have of itself.
class SharedAsioBackend final : public HostedBackend {
public:
  explicit SharedAsioBackend(std::uint32_t workers) : executor_{users_, {.workers = workers, .monitor = {.most_spares = 2 * workers}}} {
    for (std::uint32_t thread = 0; thread < workers; ++thread) {
      threads_.emplace_back([this] { users_.run(); });
    }
  }
  [[nodiscard]] HostedExecutor* hosted() noexcept override { return &executor_; }

private:
  ::asio::io_context users_;
  std::vector<std::jthread> threads_;
  ::asio::executor_work_guard<::asio::io_context::executor_type> guard_{users_.get_executor()};
  schedule::SharedAsioExecutor executor_;
};

/// The manual executor, driven by the test's own thread while others send.
class DrivenBackend final : public ThreadedBackend {
public:
  explicit DrivenBackend(std::uint32_t) {}
  [[nodiscard]] engine::Executor& executor() noexcept override { return executor_; }
  [[nodiscard]] std::uint32_t workers() const noexcept override { return 1; }
  void drain() override { executor_.drain(); }

  void from_outside(std::uint32_t senders, std::uint32_t steps, Step step) override {
    std::atomic<bool> is_over{false};
    std::jthread outside{[&] {
      ThreadedBackend::from_outside(senders, steps, step);
      is_over = true;
    }};
    while (!is_over) {
      if (executor_.tick(64) == 0) {
        engine::memory::flush();
        std::this_thread::yield();
      }
    }
  }
  /// The driver does not come here while others are outside.
  [[nodiscard]] bool wait_until(Borrowed<bool()> holds) override {
    if (std::this_thread::get_id() == driver_) {
      executor_.drain();
    }
    return ThreadedBackend::wait_until(holds);
  }

  [[nodiscard]] bool drain_for(Duration) override { std::abort(); }
  ShutdownNote shut_down(Duration) override { std::abort(); }

private:
  engine::ManualExecutor executor_;
  const std::thread::id driver_ = std::this_thread::get_id();
};

template <class Made>
std::unique_ptr<ThreadedBackend> make(std::uint32_t workers) {
  return std::make_unique<Made>(workers);
}

}  // namespace

std::uint32_t ThreadedBackend::share(std::uint32_t messages) const noexcept {
  // 10,000,000 messages of all stress tests are a whole share; a sanitizer gets the part that CMake says.
  const char* const asked = std::getenv("SLUICE_STRESS_MESSAGES");
  const std::uint64_t all = asked == nullptr ? 10'000'000 : std::strtoull(asked, nullptr, 10);
  const std::uint64_t part = std::uint64_t{messages} * SLUICE_CONTRACT_PERCENT / 100 * all / 10'000'000;
  return part < 1'000 ? (messages < 1'000 ? messages : 1'000) : static_cast<std::uint32_t>(part);
}

bool ThreadedBackend::wait_until(Borrowed<bool()> holds) {
  for (const auto end = std::chrono::steady_clock::now() + patience; !holds();) {
    if (std::chrono::steady_clock::now() > end) {
      return false;
    }
    std::this_thread::yield();
  }
  return true;
}

void ThreadedBackend::from_outside(std::uint32_t senders, std::uint32_t steps, Step step) {
  on_threads(senders, [steps, step](std::uint32_t sender) {
    for (std::uint32_t number = 0; number < steps; ++number) {
      step(sender, number);
    }
  });
}

std::vector<BackendChoice> hosted_backends_with(std::uint32_t workers) {
  const std::string end = "_" + std::to_string(workers);
  return {
      {"Thread" + end, workers, &make<OwnBackend<schedule::ThreadExecutor>>},
      {"Taskflow" + end, workers, &make<OwnBackend<schedule::TaskflowExecutor>>},
      {"Tbb" + end, workers, &make<OwnBackend<schedule::TbbExecutor>>},
      {"SharedTaskflow" + end, workers, &make<SharedTaskflowBackend>},
      {"SharedTbb" + end, workers, &make<SharedTbbBackend>},
      {"SharedAsio" + end, workers, &make<SharedAsioBackend>},
  };
}

std::vector<BackendChoice> hosted_backends() {
  std::vector<BackendChoice> all;
  for (const std::uint32_t workers : {1u, 2u, 4u}) {
    for (BackendChoice& choice : hosted_backends_with(workers)) {
      all.push_back(std::move(choice));
    }
  }
  return all;
}

std::vector<BackendChoice> every_backend() {
  std::vector<BackendChoice> all = hosted_backends();
  all.push_back({"Manual_1", 1, &make<DrivenBackend>});
  return all;
}

}  // namespace sluice::contract
