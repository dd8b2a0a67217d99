// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/assert.hpp>
#include <sluice/engine/queue/run_queue.hpp>

namespace sluice::inline SLUICE_ABI::engine {

template <class Put>
std::uint32_t RunQueue::take(Position most, Put put) noexcept {
  for (;;) {
    View view = look();
    const Position half = view.size - view.size / 2;
    const Position count = half < most ? half : most;
    if (count == 0) {
      return 0;
    }
    for (Position i = 0; i < count; ++i) {
      put(i, slot(view.head + i).load(std::memory_order_relaxed));  // relaxed: seen through the tail, or not claimed
    }

    // release | the reads above, to the acquire in `room_behind`. Without it they may see what the owner writes there
    //         | because of this claim; the explorer cannot show that, for its loads never see the future.
    // relaxed on failure: everything is looked at again.
    if (head_.compare_exchange_strong(view.head, view.head + count, std::memory_order_release,
                                      std::memory_order_relaxed)) {
      return static_cast<std::uint32_t>(count);
    }
  }
}

std::uint32_t RunQueue::take_half(std::span<Runnable*> into) noexcept {
  return take(static_cast<Position>(into.size()), [into](Position index, Runnable* runnable) noexcept {
    into[static_cast<std::size_t>(index)] = runnable;
  });
}

Runnable* RunQueue::steal_into(RunQueue& own) noexcept {
  check(&own != this, "a worker does not steal from itself");
  const Position tail = own.tail_.load(std::memory_order_relaxed);  // relaxed: as in `push`
  Runnable* first = nullptr;
  const std::uint32_t taken = take(own.room_behind(tail) + 1, [&](Position index, Runnable* runnable) noexcept {
    if (index == 0) {
      first = runnable;
    } else {
      own.slot(tail + index - 1).store(runnable, std::memory_order_relaxed);  // relaxed: behind the tail, as in `push`
    }
  });
  if (taken == 0) {
    return nullptr;
  }

  // release | the slots, and the payloads that `take` acquired from their first owner, to the acquire in `look`.
  own.tail_.store(tail + taken - 1, std::memory_order_release);
  return first;
}

}  // namespace sluice::inline SLUICE_ABI::engine
