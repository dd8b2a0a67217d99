// SPDX-License-Identifier: BSL-1.0
#include <sluice/profiling/bench/naive_executor.hpp>

#include <taskflow/taskflow.hpp>

namespace sluice::bench {

NaiveExecutor::NaiveExecutor(std::uint32_t workers) : pool_{std::make_unique<tf::Executor>(workers)} {}

NaiveExecutor::~NaiveExecutor() = default;

engine::Submission NaiveExecutor::submit(engine::Runnable& runnable) noexcept {
  pool_->silent_async([&runnable]() noexcept { runnable.run(); });
  return engine::Submission::accepted;
}

void NaiveExecutor::drain() noexcept { pool_->wait_for_all(); }

}  // namespace sluice::bench
