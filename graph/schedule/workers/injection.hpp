// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/executor.hpp>
#include <sluice/engine/mutex.hpp>
#include <sluice/engine/queue/node_list.hpp>
#include <sluice/engine/queue/run_queue.hpp>
#include <span>

namespace sluice::inline SLUICE_ABI::schedule {

/// What threads submit that are no workers, and what a worker's own queue has no room for.
///
///     arrivals_ -> newest -> ... -> oldest        one word: pushed one by one, taken all at once, and then turned round
///     backlog_     oldest ... newest              behind a lock: only what does not fit into the taker's queue
///
/// Taking all at once needs no counter against nodes that come back, and a taker that is interrupted holds up nobody.
///
/// Thread safety: all functions from any thread; `into` belongs to the caller.
/// Blocks: never for `push` and `is_empty`; the others for the backlog's lock if there is one.
/// Allocates: never.
/// Order: first in, first out, of what one caller takes.
class Injection {
public:
  Injection() noexcept = default;
  Injection(const Injection&) = delete;
  Injection& operator=(const Injection&) = delete;

  /// False once it is closed; then nothing has happened.
  [[nodiscard]] bool push(engine::Runnable& runnable) noexcept;

  /// What one call of `take` took.
  struct Taken {
    engine::Runnable* first = nullptr;  ///< to be run now; null if there was nothing
    bool is_all = true;                 ///< nothing else was put anywhere
  };
  /// Takes the oldest to be run; others that are there go into `into`, or into the backlog if that is full.
  [[nodiscard]] Taken take(engine::RunQueue& into) noexcept;

  /// Puts `overflow` at the end of the backlog.
  void put_back(std::span<engine::Runnable* const> overflow) noexcept;

  /// From now on `push` is refused. What is there can still be taken.
  void close() noexcept;

  /// Everything that is there.
  [[nodiscard]] engine::NodeList take_all() noexcept;

  [[nodiscard]] bool is_empty() const noexcept {
    // seq_cst | behind a transition of the roster; partners: the exchange in `push`, the store in `note_size`.
    const engine::MpscNode* const newest = arrivals_.load(std::memory_order_seq_cst);
    return (newest == nullptr || newest == &closed_) && backlog_size_.load(std::memory_order_seq_cst) == 0;  // the same
  }

private:
  using Backlog = SyncMutex<engine::NodeList>;

  [[nodiscard]] engine::NodeList take_arrivals() noexcept;
  [[nodiscard]] static engine::NodeList turned_round(engine::MpscNode* newest) noexcept;
  [[nodiscard]] Taken give_out(engine::NodeList& list, engine::RunQueue& into) noexcept;
  void note_size(std::uint32_t size) noexcept;

  alignas(cache_line) engine::Atomic<engine::MpscNode*> arrivals_{nullptr};
  alignas(cache_line) engine::Atomic<std::uint32_t> backlog_size_{0};  ///< written under the lock
  Backlog backlog_;
  engine::MpscNode closed_;  ///< in the place of arrivals once it is closed
};

}  // namespace sluice::inline SLUICE_ABI::schedule
