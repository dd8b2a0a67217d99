// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>

namespace sluice::inline SLUICE_ABI::asio_bridge {

/// Decides who gets a worker that waits for a loop's thread: the loop, or whoever calls it back.
///
///     bit 0  queued   the worker's handler is in the loop's queue; it can be there once
///     bit 1  waiting  the worker has been started, and is in nobody's hands
///
///     from              event                    to
///     free              start                    queued and waiting: post the handler
///     queued            start                    queued and waiting: the handler that is there will do
///     free              strand                   waiting, for there is no loop any more
///     queued, waiting   begin, the loop's turn   free: the caller has the worker
///     queued            begin                    free: the worker was called back; nothing to do
///     queued            drop, the loop ends      free
///     queued, waiting   drop                     waiting
///     waiting           recall                   free: the caller has the worker
///     queued, waiting   recall                   queued: the same; the handler will find nothing to do
///
/// Invariants
///  1. Of those who come for a worker that waits, one gets it.
///  2. A handler is posted only when none is in the queue: so the memory that it lives in is free.
///
/// Thread safety: `start` and `strand` by who has the worker; `begin` and `drop` by the handler, once per post; `recall`
/// by anybody.
class LoopToken {
public:
  constexpr LoopToken() noexcept = default;

  /// The caller gives the worker up; true if it has to post the handler.
  [[nodiscard]] bool start() noexcept {
    // acq_rel | release: the worker, to the acquires in `begin` and `recall`.
    //         | acquire: the end of the handler's former life, whose memory the post uses; from the release in `begin`.
    return (word_.fetch_or(queued | waiting, std::memory_order_acq_rel) & queued) == 0;
  }

  /// The same without a loop: only `recall` gets it.
  void strand() noexcept {
    word_.fetch_or(waiting, std::memory_order_release);  // release | the worker, to the acquire in `recall`
  }

  /// The handler runs, and its memory is free; true if the caller has the worker now.
  [[nodiscard]] bool begin() noexcept {
    // acq_rel | release: that the memory is free, to the acquire in `start`.
    //         | acquire: the worker, from the release in `start`.
    return (word_.exchange(0, std::memory_order_acq_rel) & waiting) != 0;
  }

  /// The handler ends without having run.
  void drop() noexcept {
    word_.fetch_and(~queued, std::memory_order_relaxed);  // relaxed: nobody posts to a loop that is gone
  }

  /// True if the caller has the worker now.
  [[nodiscard]] bool recall() noexcept {
    // acquire | the worker, from the release in `start` or `strand`.
    return (word_.fetch_and(~waiting, std::memory_order_acquire) & waiting) != 0;
  }

private:
  using Word = std::uint32_t;
  static constexpr Word queued = 1u << 0;
  static constexpr Word waiting = 1u << 1;

  engine::Atomic<Word> word_{0};
};

}  // namespace sluice::inline SLUICE_ABI::asio_bridge
