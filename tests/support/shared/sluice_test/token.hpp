// SPDX-License-Identifier: BSL-1.0
#pragma once

/// What the suites of queues and mailboxes send, and how they ask for it. In the namespace of those who use it.
#include <expected>
#include <optional>
#include <sluice/engine/mailboxes.hpp>
#include <utility>

namespace sluice::mailbox {

/// A message that can only be moved. Counts how many exist, those that were moved from excepted.
class Token {
public:
  explicit Token(int value) noexcept : value_{value} { ++alive; }
  Token(Token&& other) noexcept : value_{std::exchange(other.value_, nothing)} {}
  Token& operator=(Token&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~Token() {
    if (value_ != nothing) {
      --alive;
    }
  }

  [[nodiscard]] int value() const noexcept { return value_; }

  static inline int alive = 0;

private:
  static constexpr int nothing = -1;
  int value_;
};

/// Counts the wakes that somebody was given.
class Wakes {
public:
  [[nodiscard]] engine::Waker waker() noexcept {
    return {[](void* self) noexcept { ++static_cast<Wakes*>(self)->count; }, this};
  }
  int count = 0;
};

inline constexpr int none = -2;          ///< there is no message now
inline constexpr int disconnected = -3;  ///< and there will be none

/// The value of the next message, or one of the above.
template <class Backend>
[[nodiscard]] int next(Backend& queue) {
  auto answer = queue.try_poll();
  if (!answer.has_value()) {
    return answer.error().fault() == QueueFault::disconnected ? disconnected : -4;
  }
  return answer->has_value() ? (*answer)->value() : none;
}

/// Offers messages with the values from `first` to `last`; true if all were accepted.
template <class Backend>
[[nodiscard]] bool fill(Backend& queue, int first, int last) {
  for (int value = first; value <= last; ++value) {
    if (!queue.try_offer(Token{value}).is_accepted()) {
      return false;
    }
  }
  return true;
}

using Outcome = EnqueueOutcome<Token>;
using Answer = std::expected<void, QueueError<Token>>;

/// Whether a future answered that the message is in.
[[nodiscard]] inline bool is_accepted(const engine::Poll<Answer>& answer) {
  return answer.has_value() && answer->has_value();
}

/// Whether it answered `fault`, and gave back the message with `value`.
[[nodiscard]] inline bool is_returned(const Answer& answer, QueueFault fault, int value) {
  return !answer.has_value() && answer.error().fault() == fault && answer.error().message().value() == value;
}

}  // namespace sluice::mailbox
