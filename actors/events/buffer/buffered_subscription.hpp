// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstdint>
#include <new>
#include <optional>
#include <sluice/actors/events/buffer/event_intake.hpp>
#include <sluice/actors/events/event_stream.hpp>
#include <sluice/actors/events/subscription.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/memory.hpp>
#include <sluice/engine/task.hpp>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// Not part of the API: keeps copies of events for who owns the `BufferedSubscription`.
template <class Event>
class BufferedSubscriber : public SharedSubscriber, public EventIntake {
public:
  BufferedSubscriber(EventStream& stream, Owned<EventBuffer>&& buffer) noexcept
      : SharedSubscriber{event_type<Event>}, EventIntake{stream, event_type<Event>, std::move(buffer)} {}

  /// Where its owner waits; the owner's.
  std::optional<engine::Channel::Poller> place;

protected:
  ~BufferedSubscriber() = default;

private:
  void deliver(const void* event) noexcept final { (void)receive({event, EventDelivery::unmeasured}); }
  [[nodiscard]] EventReception receive(const EventDelivery& delivery) noexcept final {
    return keep(BufferedEventOf<Event>::copy(delivery));
  }
  void released() noexcept final {
    give_up();
    drop();
  }
  void end_event(BufferedEvent& event) noexcept final { BufferedEventOf<Event>::end(event); }
};

/// Not part of the API: one with somebody who hears of pressure.
template <class Event, class Hook>
class HintedSubscriber final : public BufferedSubscriber<Event> {
  static_assert(std::invocable<Hook&, const BackpressureHint&>, "the hook takes a BackpressureHint");
  static_assert(std::is_nothrow_move_constructible_v<Hook>, "the hook moves without throwing");

public:
  HintedSubscriber(EventStream& stream, Owned<EventBuffer>&& buffer, Hook&& hook) noexcept
      : BufferedSubscriber<Event>{stream, std::move(buffer)}, hook_{std::move(hook)} {}

private:
  void heed(const BackpressureHint& hint) noexcept override {
#if defined(__cpp_exceptions)
    try {
      hook_(hint);
    } catch (...) {
      this->note_failure("its hook for backpressure has thrown", OnFailure::go_on);
    }
#else
    hook_(hint);
#endif
  }
  void give_back() noexcept override {
    this->~HintedSubscriber();
    engine::memory::release(this, sizeof(HintedSubscriber));
  }

  [[no_unique_address]] Hook hook_;
};

/// Owns a buffer of events that its stream fills, and ends the subscription when it dies. What is in the buffer then is
/// abandoned, and counted.
///
/// Thread safety: one thread at a time; publishers may be anywhere.
/// Blocks: `end` only, as `Subscription::end`.
/// Order: that of the publications of each publisher.
template <class Event>
class BufferedSubscription {
public:
  /// Of nothing.
  constexpr BufferedSubscription() noexcept = default;
  BufferedSubscription(BufferedSubscription&& other) noexcept
      : subscriber_{std::exchange(other.subscriber_, nullptr)}, stream_{other.stream_} {}
  BufferedSubscription& operator=(BufferedSubscription other) noexcept {
    std::swap(subscriber_, other.subscriber_);
    std::swap(stream_, other.stream_);
    return *this;
  }
  ~BufferedSubscription() { end(); }

  /// The next event, if there is one.
  [[nodiscard]] std::optional<Event> try_next() noexcept {
    BufferedEvent* const event = subscriber_ == nullptr ? nullptr : subscriber_->take();
    return event == nullptr ? std::nullopt : std::optional<Event>{BufferedEventOf<Event>::unpack(*event)};
  }

  /// The next event; nothing if it has ended and none will come. Pending: `waker` is woken when it is worth asking again,
  /// until `stop_waiting` or the end.
  [[nodiscard]] engine::Poll<std::optional<Event>> poll(const engine::Waker& waker) noexcept {
    if (subscriber_ == nullptr) {
      return engine::Poll<std::optional<Event>>{std::in_place, std::nullopt};
    }
    if (!subscriber_->place.has_value()) {
      subscriber_->place.emplace(subscriber_->buffer().channel);
    }
    engine::MpscNode* node = nullptr;
    if (!subscriber_->place->poll(waker, node)) {
      return engine::pending;
    }
    stop_waiting();  // so that it may be polled again
    if (node == nullptr) {
      return engine::Poll<std::optional<Event>>{std::in_place, std::nullopt};
    }
    auto& event = static_cast<BufferedEvent&>(*node);
    subscriber_->note_taking(event);
    return engine::Poll<std::optional<Event>>{std::in_place, BufferedEventOf<Event>::unpack(event)};
  }

  /// The waker of the last `poll` is not called any more.
  void stop_waiting() noexcept {
    if (subscriber_ != nullptr) {
      subscriber_->place.reset();
    }
  }

  /// Calls `callback` with what is there now, in order; it may end this subscription. Tells how many.
  template <class Callback>
    requires std::invocable<Callback&, Event>
  std::uint32_t drain(Callback callback) {
    std::uint32_t count = 0;
    for (std::uint32_t left = size(); left != 0; --left) {
      std::optional<Event> event = try_next();
      if (!event.has_value()) {
        break;
      }
      ++count;
      callback(*std::move(event));
    }
    return count;
  }

  /// Nothing is delivered or taken from now on (SC-13). Blocks: as `Subscription::end`.
  void end() noexcept {
    stop_waiting();
    if (auto* const subscriber = std::exchange(subscriber_, nullptr)) {
      stream_->unsubscribe(*subscriber);
      subscriber->drop();
    }
  }

  [[nodiscard]] bool is_active() const noexcept {
    return subscriber_ != nullptr && stream_->is_subscribed(*subscriber_);
  }
  /// Events that wait; of this moment only.
  [[nodiscard]] std::uint32_t size() const noexcept {
    return subscriber_ == nullptr ? 0 : subscriber_->buffer().depth();
  }
  /// How many were lost because it was full.
  [[nodiscard]] std::uint32_t lost() const noexcept { return subscriber_ == nullptr ? 0 : subscriber_->lost(); }

private:
  friend class EventStream;
  BufferedSubscription(BufferedSubscriber<Event>& subscriber, EventStream& stream) noexcept
      : subscriber_{&subscriber}, stream_{&stream} {}

  BufferedSubscriber<Event>* subscriber_ = nullptr;
  EventStream* stream_ = nullptr;
};

template <class Event>
Result<BufferedSubscription<Event>> EventStream::subscribe_buffered(const EventBufferOptions& options) noexcept {
  return subscribe_buffered<Event>(options, [](const BackpressureHint&) noexcept {});
}

template <class Event, class Hook>
Result<BufferedSubscription<Event>> EventStream::subscribe_buffered(const EventBufferOptions& options,
                                                                    Hook on_backpressure) noexcept {
  using Subscriber = HintedSubscriber<Event, Hook>;
  static_assert(alignof(Subscriber) <= engine::memory::alignment, "over-aligned hooks are not kept");
  Result<Owned<EventBuffer>> buffer = Owned<EventBuffer>::make(options);
  const Result<> status = buffer.has_value() ? (*buffer)->status() : Result<>{std::unexpected{buffer.error()}};
  if (!status.has_value()) {
    return std::unexpected{status.error()};
  }
  void* const block = engine::memory::allocate(sizeof(Subscriber));
  if (block == nullptr) {
    return std::unexpected{Error::out_of_memory};
  }
  auto* const subscriber = ::new (block) Subscriber{*this, std::move(*buffer), std::move(on_backpressure)};
  subscribe(*subscriber);
  return BufferedSubscription<Event>{*subscriber, *this};
}

}  // namespace sluice::inline SLUICE_ABI
