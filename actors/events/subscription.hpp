// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstdint>
#include <new>
#include <sluice/actors/events/event_subscriber.hpp>
#include <sluice/actors/messages/attempt.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/memory.hpp>
#include <sluice/engine/share_count.hpp>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// What a subscription does whose callback has thrown or returned an error. The publisher never notices.
enum class OnFailure : std::uint8_t {
  go_on,  ///< the next event comes all the same
  end,    ///< it was the last one
};

struct SubscriptionOptions {
  OnFailure on_failure = OnFailure::go_on;
};

/// What a callback may return to say that it has failed.
template <class Returned>
concept SaysFailure = requires(const Returned& returned) {
  { returned.has_value() } -> std::same_as<bool>;
  returned.error();
};

/// Not part of the API: a subscriber in a block of its own, which its stream and its `Subscription` share.
class SharedSubscriber : public EventSubscriber {
public:
  /// One of the two needs it no more.
  void drop() noexcept {
    if (owners_.drop_last()) {
      give_back();
    }
  }

protected:
  explicit SharedSubscriber(const EventType& type) noexcept : EventSubscriber{type} { owners_.add(); }
  ~SharedSubscriber() = default;

  /// Its callback, which runs, has failed: counted, told once, and perhaps its end.
  void note_failure(const char* text, OnFailure then) noexcept;

private:
  virtual void give_back() noexcept = 0;

  engine::AtomicCount owners_;
  engine::Atomic<std::uint32_t> failures_{0};
};

/// Not part of the API: a user's callback. It ends with the subscription; the block stays while anybody knows it.
template <class Event, class Callback>
class CallbackSubscriber final : public SharedSubscriber {
  static_assert(std::invocable<Callback&, const Event&>, "a callback takes its event as const Event&");
  static_assert(std::is_nothrow_move_constructible_v<Callback>, "a callback moves without throwing");

public:
  /// Null if memory runs out.
  [[nodiscard]] static CallbackSubscriber* make(Callback&& callback, SubscriptionOptions options) noexcept {
    static_assert(alignof(CallbackSubscriber) <= engine::memory::alignment, "over-aligned callbacks are not kept");
    void* const block = engine::memory::allocate(sizeof(CallbackSubscriber));
    return block == nullptr ? nullptr : ::new (block) CallbackSubscriber{std::move(callback), options};
  }

private:
  CallbackSubscriber(Callback&& callback, SubscriptionOptions options) noexcept
      : SharedSubscriber{event_type<Event>}, kept_{std::move(callback)}, options_{options} {}
  ~CallbackSubscriber() = default;

  void deliver(const void* event) noexcept override {
    attempt([&] { call(*static_cast<const Event*>(event)); },
            [&](const char* text) noexcept { note_failure(text, options_.on_failure); });
  }

  void call(const Event& event) {
    if constexpr (SaysFailure<std::invoke_result_t<Callback&, const Event&>>) {
      if (const auto returned = kept_.callback(event); !returned.has_value()) {
        note_failure(text_of(returned.error()), options_.on_failure);
      }
    } else {
      kept_.callback(event);
    }
  }

  template <class Failure>
  [[nodiscard]] static const char* text_of(const Failure& failure) noexcept {
    if constexpr (requires {
                    { failure.text } -> std::convertible_to<const char*>;
                  }) {
      return failure.text;
    } else {
      return "it returned an error";
    }
  }

  // The callback may own its own Subscription, which then drops its share in here: so the other is dropped last.
  void released() noexcept override {
    kept_.callback.~Callback();
    drop();
  }

  void give_back() noexcept override {
    this->~CallbackSubscriber();
    engine::memory::release(this, sizeof(CallbackSubscriber));
  }

  union Kept {
    explicit Kept(Callback&& of) noexcept : callback{std::move(of)} {}
    ~Kept() {}  // `released` has ended it
    Callback callback;
  } kept_;
  [[no_unique_address]] const SubscriptionOptions options_;
};

/// Owns a callback's place in a stream, and ends it when it dies. It may outlive the subscription (`EventStream::clear`).
///
/// Thread safety: one thread at a time.
/// Allocates: never.
class Subscription {
public:
  /// Of nothing.
  constexpr Subscription() noexcept = default;
  Subscription(Subscription&& other) noexcept : subscriber_{std::exchange(other.subscriber_, nullptr)} {}
  Subscription& operator=(Subscription other) noexcept {
    std::swap(subscriber_, other.subscriber_);
    return *this;
  }
  ~Subscription() { end(); }

  /// No delivery begins from now on (SC-13). Outside of callbacks also: none runs, and the callback is destroyed.
  /// Within a callback, its own for one, those that run elsewhere go on, and the last of them destroys it.
  ///
  /// Blocks: outside of callbacks, until the callback is not running any more.
  void end() noexcept;

  /// Whether events of its type still reach the callback.
  [[nodiscard]] bool is_active() const noexcept;

private:
  friend class EventStream;
  explicit Subscription(SharedSubscriber& subscriber) noexcept : subscriber_{&subscriber} {}

  SharedSubscriber* subscriber_ = nullptr;
};

}  // namespace sluice::inline SLUICE_ABI
