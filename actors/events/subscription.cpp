// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/events/event_reports.hpp>
#include <sluice/actors/events/event_stream.hpp>
#include <sluice/actors/events/subscription.hpp>

namespace sluice::inline SLUICE_ABI {

void SharedSubscriber::note_failure(const char* text, OnFailure then) noexcept {
  EventStream& stream = *this->stream();
  // relaxed: figures, and who is the first to fail; nothing goes with them.
  const std::uintptr_t number = stream.losses().failures.fetch_add(1, std::memory_order_relaxed) + 1;
  const bool is_first = failures_.fetch_add(1, std::memory_order_relaxed) == 0;
  stream.write_loss(type().name, "made a subscriber fail", number);
  if (then == OnFailure::end) {
    stream.unsubscribe(*this);  // its delivery runs, so it stays until that is over
  }
  if (is_first && !type().is_report) {
    stream.publish(SubscriberFailed{type().name, text, then == OnFailure::end});
  }
}

void Subscription::end() noexcept {
  // First of all: what the callback owns may be this object.
  SharedSubscriber* const subscriber = std::exchange(subscriber_, nullptr);
  if (subscriber != nullptr) {
    subscriber->stream_->unsubscribe(*subscriber);
    subscriber->drop();
  }
}

bool Subscription::is_active() const noexcept {
  return subscriber_ != nullptr && subscriber_->stream_->is_subscribed(*subscriber_);
}

}  // namespace sluice::inline SLUICE_ABI
