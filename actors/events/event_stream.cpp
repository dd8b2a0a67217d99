// SPDX-License-Identifier: BSL-1.0
// How a subscriber can die in peace.
//
// A publisher chooses a subscriber under the lock, counts a delivery to it, and calls it without the lock. While one
// runs the subscriber stays in the roll, ended or not. Who finds, under the lock, that it has ended and that none runs
// takes it out of the roll, notes a Release on its own stack, and calls `released` without the lock; after that it
// touches its own note only. Who has to wait looks for the number of the subscription in the roll and among the notes,
// never into the subscriber.
#include <sluice/actors/events/callback_scope.hpp>
#include <sluice/actors/events/event_stream.hpp>
#include <sluice/actors/events/own_thread.hpp>

namespace sluice::inline SLUICE_ABI {
namespace {

/// How often who waits looks before it gives way: for about as long as a callback that takes note. One that runs
/// longer may have lost its core to who waits for it.
constexpr std::uint32_t patience = 64;

}  // namespace

void EventStream::subscribe(EventSubscriber& subscriber) noexcept {
  const auto roll = roll_.lock();
  roll->enrol(subscriber);
  subscriber.stream_ = this;
  interests_.store(roll->interests(), std::memory_order_relaxed);  // a filter; the lock orders the rest
}

bool EventStream::unsubscribe(EventSubscriber& subscriber) noexcept {
  const CallbackScope scope;
  Release release;
  Number number = 0;
  bool is_struck = false;
  {
    const auto roll = roll_.lock();
    engine::check(subscriber.stream_ == this || subscriber.stream_ == nullptr,
                  "a subscriber is unsubscribed from the stream that it is subscribed to");
    number = subscriber.number_.get();
    is_struck = roll->end(subscriber, release);
    interests_.store(roll->interests(), std::memory_order_relaxed);  // a filter; the lock orders the rest
  }
  if (is_struck && finish(release)) {
    return true;
  }
  const Subscriptions whose{.subscriber = &subscriber, .first = number, .last = number};
  if (scope.is_outermost()) {
    wait_until_released(whose);
    return true;
  }
  return roll_.lock()->are_released(whose);
}

bool EventStream::is_subscribed(const EventSubscriber& subscriber) noexcept {
  const auto roll = roll_.lock();
  return subscriber.stream_ == this && subscriber.state_.get() == RollEntry::State::subscribed;
}

void EventStream::clear() noexcept {
  const CallbackScope scope;
  const Number end = roll_.lock()->next_number();
  while (end_oldest_below(end)) {
  }
  if (scope.is_outermost()) {
    wait_until_released({.subscriber = nullptr, .first = 0, .last = end - 1});
  }
}

// One at a time, so that interrupts are kept out for a moment only.
bool EventStream::end_oldest_below(Number number) noexcept {
  Release release;
  {
    const auto roll = roll_.lock();
    EventSubscriber* const oldest = roll->find_subscribed_below(number);
    if (oldest == nullptr) {
      return false;
    }
    const bool is_struck = roll->end(*oldest, release);
    interests_.store(roll->interests(), std::memory_order_relaxed);  // a filter; the lock orders the rest
    if (!is_struck) {
      return true;
    }
  }
  finish(release);
  return true;
}

EventCounters EventStream::counters() noexcept { return roll_.lock()->counters; }

void EventStream::distribute(const EventType& type, const void* event) noexcept {
  const CallbackScope scope;
  Publication publication{.type = type, .end = 0};
  for (EventSubscriber* each = begin(publication); each != nullptr; each = go_on(*each, publication)) {
    each->deliver(event);
  }
}

EventSubscriber* EventStream::begin(Publication& publication) noexcept {
  const auto roll = roll_.lock();
  publication.end = roll->next_number();
  EventSubscriber* const first = roll->begin_delivery(roll->find_from(0), publication);
  roll->counters.published += first != nullptr ? 1 : 0;
  return first;
}

// The next one is chosen after the last one is released: what that runs may unsubscribe the next one.
EventSubscriber* EventStream::go_on(EventSubscriber& last, const Publication& publication) noexcept {
  Release release;
  {
    const auto roll = roll_.lock();
    EventSubscriber* const behind = last.next_.get();
    if (!roll->end_delivery(last, release)) {
      return roll->begin_delivery(behind, publication);
    }
  }
  finish(release);
  const auto roll = roll_.lock();
  return roll->begin_delivery(roll->find_from(release.number), publication);
}

// True if the stream is done with the subscriber.
bool EventStream::finish(Release& release) noexcept {
  release.subscriber->released();
  const auto roll = roll_.lock();
  releases_.fetch_add(1, std::memory_order_relaxed);  // wakes who waits; the lock orders the rest
  return roll->end_release(release);
}

void EventStream::wait_until_released(const Subscriptions& subscriptions) noexcept {
  for (;;) {
    std::uint32_t seen = 0;
    {
      const auto roll = roll_.lock();
      if (roll->are_released(subscriptions)) {
        return;
      }
      seen = releases_.load(std::memory_order_relaxed);  // written under the lock, so this is the newest
    }
    // relaxed: a hint; the next look is under the lock
    for (std::uint32_t looks = 0; releases_.load(std::memory_order_relaxed) == seen; ++looks) {
      looks < patience ? engine::spin_hint() : own_thread::give_way();
    }
  }
}

}  // namespace sluice::inline SLUICE_ABI
