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
#include <sluice/engine/trace.hpp>

namespace sluice::inline SLUICE_ABI {
namespace {

/// How often who waits looks before it gives way: for about as long as a callback that takes note. One that runs
/// longer may have lost its core to who waits for it.
constexpr std::uint32_t patience = 64;

constexpr engine::trace::Label fan_out{"eventstream.fanout", "EventStream::publish", __FILE__, __LINE__,
                                       engine::trace::color::fan_out};

}  // namespace

void EventStream::subscribe(EventSubscriber& subscriber) noexcept {
  const EventType& type = subscriber.type_;  // behind the lock it may be gone: somebody clears
  std::uint64_t number = 0;
  {
    const auto roll = roll_.lock();
    roll->enrol(subscriber);
    subscriber.stream_ = this;
    interests_.store(roll->interests(), std::memory_order_relaxed);  // a filter; the lock orders the rest
    number = roll->counters.subscribed;
  }
  if (logs(EventLog::everything)) {
    write_event_line(type.name, "has one more subscriber", number);
  }
  tell_watcher(type, true);
}

bool EventStream::unsubscribe(EventSubscriber& subscriber) noexcept {
  const CallbackScope scope;
  Release release;
  Number number = 0;
  bool is_struck = false;
  bool has_ended = false;
  const EventType& type = subscriber.type_;
  {
    const auto roll = roll_.lock();
    engine::check(subscriber.stream_ == this || subscriber.stream_ == nullptr,
                  "a subscriber is unsubscribed from the stream that it is subscribed to");
    number = subscriber.number_.get();
    has_ended = subscriber.state_.get() == RollEntry::State::subscribed;
    is_struck = roll->end(subscriber, release);
    interests_.store(roll->interests(), std::memory_order_relaxed);  // a filter; the lock orders the rest
  }
  if (has_ended) {
    tell_watcher(type, false);
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
  const EventType* type = nullptr;
  bool is_struck = false;
  {
    const auto roll = roll_.lock();
    EventSubscriber* const oldest = roll->find_subscribed_below(number);
    if (oldest == nullptr) {
      return false;
    }
    type = &oldest->type_;
    is_struck = roll->end(*oldest, release);
    interests_.store(roll->interests(), std::memory_order_relaxed);  // a filter; the lock orders the rest
  }
  tell_watcher(*type, false);
  if (is_struck) {
    finish(release);
  }
  return true;
}

void EventStream::reset() noexcept {
  clear();
  measure(nullptr);
  set_log(EventLog::losses);
  losses_.reset();
  roll_.lock()->counters = {};
}

EventCounters EventStream::counters() noexcept {
  EventCounters all{roll_.lock()->counters};
  losses_.read_into(all);
  return all;
}

PublishResult EventStream::distribute(const EventType& type, const void* event) noexcept {
  const CallbackScope scope;
  engine::trace::Zone zone{fan_out};
  PublishResult result;
  std::uint64_t deliveries = 0;
  Publication publication{.type = type, .end = 0};
  EventSubscriber* each = begin(publication);
  EventMeter* const measuring = each == nullptr ? nullptr : meter();  // types that share a bit are not published
  const Instant now = measuring == nullptr ? EventDelivery::unmeasured : measuring->note_publication();
  for (; each != nullptr; each = go_on(*each, publication)) {
    const EventReception reception = each->receive({type.as(each->type_, event), now});
    result.level = reception.level > result.level ? reception.level : result.level;
    result.refused += reception.is_refused ? 1 : 0;
    ++deliveries;
  }
  zone.value(deliveries);
  return result;
}

EventSubscriber* EventStream::begin(Publication& publication) noexcept {
  EventSubscriber* first = nullptr;
  std::uint64_t number = 0;
  {
    const auto roll = roll_.lock();
    publication.end = roll->next_number();
    first = roll->begin_delivery(roll->find_from(0), publication);
    roll->counters.published += first != nullptr ? 1 : 0;
    number = roll->counters.published;
  }
  if (first != nullptr && logs(EventLog::everything)) [[unlikely]] {
    write_event_line(publication.type.name, "is published", number);
  }
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
  if (logs(EventLog::everything)) {
    write_event_line(release.subscriber->type_.name, "has one subscriber less", release.number);
  }
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
