// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/engine/address.hpp>
#include <sluice/engine/atomic.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// What a system message derives from to be in a `SystemQueue`.
struct SystemNode {
  Plain<SystemNode*> next{nullptr};
  Generation generation = 0;  ///< of the occupant it is meant for
};

/// Lock-free list of system messages: any thread pushes, the responsible thread takes all at once, oldest first.
///
/// Thread safety: `push` and `has_messages` from any thread or interrupt; `drain` and `close` by the one responsible
/// for the mailbox.
/// Allocates: never.
/// Order: that of the successful exchanges in `push`.
/// Invariants
///  1. `newest_` is null, the sentinel, or the newest message, linked through `next` to the oldest.
///  2. While it is the sentinel, a push is refused and the sender keeps its message.
class SystemQueue {
public:
  constexpr SystemQueue() noexcept = default;
  SystemQueue(const SystemQueue&) = delete;
  SystemQueue& operator=(const SystemQueue&) = delete;

  /// False if the queue is closed; then `node` is still the caller's.
  [[nodiscard]] bool push(SystemNode& node) noexcept;

  /// Takes all messages out, linked oldest first; null if there are none.
  [[nodiscard]] SystemNode* drain() noexcept {
    // acquire | the messages, from the release in `push`.
    return reversed(newest_.exchange(nullptr, std::memory_order_acquire));
  }

  /// The same, and nothing comes after it. May be called again.
  [[nodiscard]] SystemNode* close() noexcept {
    // acquire | the messages, from the release in `push`.
    SystemNode* const newest = newest_.exchange(&sentinel, std::memory_order_acquire);
    return newest == &sentinel ? nullptr : reversed(newest);
  }

  /// Takes messages again, after `close`.
  void open() noexcept {
    newest_.store(nullptr,
                  std::memory_order_relaxed);  // carries nothing; who relies on the new life saw its generation
  }

  [[nodiscard]] bool has_messages() const noexcept {
    // relaxed: what must be seen was ordered by a read-modify-write on the mailbox's word; `drain` acquires the rest.
    SystemNode* const newest = newest_.load(std::memory_order_relaxed);
    return newest != nullptr && newest != &sentinel;
  }

private:
  [[nodiscard]] static SystemNode* reversed(SystemNode* newest) noexcept;

  Atomic<SystemNode*> newest_{nullptr};
  static inline constinit SystemNode sentinel;  ///< of all queues: only its address is used
};

}  // namespace sluice::inline SLUICE_ABI::engine
