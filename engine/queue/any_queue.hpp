// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/queue/ordered_queue.hpp>
#include <sluice/engine/queue/overflow.hpp>
#include <sluice/engine/queue/ring_queue.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// What a mailbox may be made of.
enum class QueueKind : std::uint8_t { unbounded, bounded, deque, priority };

/// A queue whose kind is chosen at run time; it lives inside this object.
class AnyQueue {
public:
  AnyQueue() noexcept;
  AnyQueue(const AnyQueue&) = delete;
  AnyQueue& operator=(const AnyQueue&) = delete;
  ~AnyQueue();

  /// Chooses the kind; once, before anything else. The bounded kind needs a capacity, the unbounded one has none, the
  /// others are unbounded with `no_limit`. Refuses a capacity of 0 and a kind it does not know.
  [[nodiscard]] Result<> make(QueueKind kind, std::uint32_t capacity, Overflow policy) noexcept;

  [[nodiscard]] MessageQueue& get() noexcept { return *queue_; }
  /// The deque, if it is one.
  [[nodiscard]] DequeQueue* deque() noexcept {
    return kind_ == QueueKind::deque ? static_cast<DequeQueue*>(queue_) : nullptr;
  }
  [[nodiscard]] QueueKind kind() const noexcept { return kind_; }

private:
  template <class Queue>
  [[nodiscard]] Result<> replace(std::uint32_t capacity) noexcept;
  template <class Queue>
  Queue& put() noexcept;

  union Storage {
    Storage() noexcept {}
    ~Storage() {}
    RingQueue ring;
    UnboundedQueue unbounded;
    DequeQueue deque;
    PriorityQueue priority;
  };

  Storage storage_;
  MessageQueue* queue_;
  void (*end_)(MessageQueue& queue) noexcept;
  QueueKind kind_ = QueueKind::unbounded;
};

}  // namespace sluice::inline SLUICE_ABI::engine
