// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tbb/task_arena.h>
#include <tbb/task_group.h>
#include <cstdint>
#include <deque>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/graph/schedule/host.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

/// Threads of a `tbb::task_arena`. A worker is a TBB task that is made once and enqueued whenever the worker is started:
/// TBB serves what is enqueued roughly in turn, and nothing is allocated.
///
/// `tbb::detail::d1::task` is not documented, but a public header, and what TBB's own algorithms derive from; all of our
/// use is here. The public `task_arena::enqueue` takes memory for each call, and hands its function over in a way that
/// the thread sanitizer cannot see, for Debian's TBB is not compiled with it.
class TbbTokens {
public:
  TbbTokens(tbb::task_arena& arena, std::uint32_t workers) : arena_{arena} {
    for (std::uint32_t i = 0; i < workers; ++i) {
      tokens_.emplace_back();
    }
  }

  void enqueue(std::uint32_t index, Worker& worker) noexcept {
    Token& token = tokens_[index];
    // release | what the caller did, to the acquire in `execute`. TBB orders the two anyway; tools see only this.
    token.worker.store(&worker, std::memory_order_release);
    tbb::detail::r1::enqueue(token, context_, &arena_);
  }

private:
  using Task = tbb::detail::d1::task;
  using Execution = tbb::detail::d1::execution_data;

  struct Token final : Task {
    Task* execute(Execution&) override {
      run_worker(*worker.load(std::memory_order_acquire));  // acquire | from the release in `enqueue`
      return nullptr;
    }
    Task* cancel(Execution& data) override { return execute(data); }  // nobody cancels our context

    engine::Atomic<Worker*> worker{nullptr};
  };

  tbb::task_arena& arena_;
  tbb::task_group_context context_{tbb::task_group_context::isolated};
  std::deque<Token> tokens_;
};

}  // namespace sluice::inline SLUICE_ABI::schedule
