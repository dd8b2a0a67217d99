// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/events/subscriber_roll.hpp>

namespace sluice::inline SLUICE_ABI {

void SubscriberRoll::enrol(EventSubscriber& subscriber) noexcept {
  engine::check(subscriber.state_.get() == State::free, "a subscriber has one subscription at a time");
  EventSubscriber* const before = youngest_.get();
  subscriber.state_.set(State::subscribed);
  subscriber.number_.set(next_number_.get());
  subscriber.previous_.set(before);
  subscriber.next_.set(nullptr);
  (before == nullptr ? oldest_ : before->next_).set(&subscriber);
  youngest_.set(&subscriber);
  next_number_.set(next_number_.get() + 1);
  ++interested_[subscriber.type_.interest];
  interests_ |= subscriber.type_.bit();
  ++counters.subscribed;
}

bool SubscriberRoll::end(EventSubscriber& subscriber, Release& release) noexcept {
  if (subscriber.state_.get() != State::subscribed) {
    return false;
  }
  subscriber.state_.set(State::ended);
  if (--interested_[subscriber.type_.interest] == 0) {
    interests_ &= ~subscriber.type_.bit();
  }
  ++counters.unsubscribed;
  return strike_if_done(subscriber, release);
}

EventSubscriber* SubscriberRoll::begin_delivery(EventSubscriber* from, const Publication& publication) noexcept {
  for (EventSubscriber* each = from; each != nullptr && each->number_.get() < publication.end;
       each = each->next_.get()) {
    if (publication.type.is_a(each->type_) && each->state_.get() == State::subscribed) {
      each->deliveries_.set(each->deliveries_.get() + 1);
      ++counters.delivered;
      return each;
    }
  }
  return nullptr;
}

bool SubscriberRoll::end_delivery(EventSubscriber& subscriber, Release& release) noexcept {
  subscriber.deliveries_.set(subscriber.deliveries_.get() - 1);
  return strike_if_done(subscriber, release);
}

bool SubscriberRoll::strike_if_done(EventSubscriber& subscriber, Release& release) noexcept {
  if (subscriber.state_.get() != State::ended || subscriber.deliveries_.get() != 0) {
    return false;
  }
  EventSubscriber* const before = subscriber.previous_.get();
  EventSubscriber* const behind = subscriber.next_.get();
  (before == nullptr ? oldest_ : before->next_).set(behind);
  (behind == nullptr ? youngest_ : behind->previous_).set(before);
  subscriber.state_.set(State::free);

  release.subscriber = &subscriber;
  release.number = subscriber.number_.get();
  release.next.set(releases_.get());
  releases_.set(&release);
  return true;
}

EventSubscriber* SubscriberRoll::find_from(Number number) const noexcept {
  EventSubscriber* each = oldest_.get();
  while (each != nullptr && each->number_.get() < number) {
    each = each->next_.get();
  }
  return each;
}

EventSubscriber* SubscriberRoll::find_subscribed_below(Number number) const noexcept {
  for (EventSubscriber* each = oldest_.get(); each != nullptr && each->number_.get() < number;
       each = each->next_.get()) {
    if (each->state_.get() == State::subscribed) {
      return each;
    }
  }
  return nullptr;
}

bool SubscriberRoll::end_release(Release& release) noexcept {
  engine::Plain<Release*>* link = &releases_;
  while (link->get() != &release) {
    link = &link->get()->next;
  }
  link->set(release.next.get());
  return !is_releasing(release.subscriber);
}

bool SubscriberRoll::is_releasing(const EventSubscriber* subscriber) const noexcept {
  for (const Release* each = releases_.get(); each != nullptr; each = each->next.get()) {
    if (each->subscriber == subscriber) {
      return true;
    }
  }
  return false;
}

bool SubscriberRoll::are_released(const Subscriptions& subscriptions) const noexcept {
  for (const Release* each = releases_.get(); each != nullptr; each = each->next.get()) {
    if (subscriptions.first <= each->number && each->number <= subscriptions.last) {
      return false;
    }
  }
  const EventSubscriber* const found = find_from(subscriptions.first);
  return (found == nullptr || found->number_.get() > subscriptions.last) && !is_releasing(subscriptions.subscriber);
}

}  // namespace sluice::inline SLUICE_ABI
