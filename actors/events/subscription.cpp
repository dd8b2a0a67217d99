// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/events/event_stream.hpp>
#include <sluice/actors/events/subscription.hpp>

namespace sluice::inline SLUICE_ABI {

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
