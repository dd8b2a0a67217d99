// SPDX-License-Identifier: BSL-1.0
#include <new>
#include <sluice/engine/queue/any_queue.hpp>

namespace sluice::inline SLUICE_ABI::engine {

AnyQueue::AnyQueue() noexcept { put<UnboundedQueue>(); }

AnyQueue::~AnyQueue() { end_(*queue_); }

Result<> AnyQueue::make(QueueKind kind, std::uint32_t capacity, Overflow policy) noexcept {
  kind_ = kind;
  switch (kind) {
    case QueueKind::unbounded: return {};
    case QueueKind::bounded:
      // A ring cannot grow; a queue without slots can.
      return policy == Overflow::grow ? replace<UnboundedQueue>(capacity) : replace<RingQueue>(capacity);
    case QueueKind::deque: return replace<DequeQueue>(capacity);
    case QueueKind::priority: return replace<PriorityQueue>(capacity);
  }
  return std::unexpected{Error::invalid_argument};
}

template <class Queue>
Result<> AnyQueue::replace(std::uint32_t capacity) noexcept {
  end_(*queue_);
  return put<Queue>().make(capacity);
}

template <class Queue>
Queue& AnyQueue::put() noexcept {
  auto* const queue = ::new (static_cast<void*>(&storage_)) Queue;
  queue_ = queue;
  end_ = [](MessageQueue& old) noexcept { static_cast<Queue&>(old).~Queue(); };
  return *queue;
}

}  // namespace sluice::inline SLUICE_ABI::engine
