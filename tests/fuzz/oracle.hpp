// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <optional>
#include <sluice/engine/queue/any_queue.hpp>
#include <vector>

#include "row.hpp"

namespace sluice_fuzz {

/// How a queue is made.
struct Choice {
  sluice::engine::QueueKind kind;
  std::uint32_t capacity;
  sluice::Overflow policy;
};

/// A message as the oracle knows it.
struct Known {
  std::uint32_t number;
  std::int32_t priority;
};

/// Says what a queue with its waiters must answer, for one thread: a plain list of what is inside, searched from its
/// start each time, and two rows of those who wait.
class Oracle {
public:
  using Kind = sluice::engine::QueueKind;
  using Overflow = sluice::Overflow;

  enum class Answer : std::uint8_t { pending, accepted, full, disconnected };
  struct Offered {
    Answer answer;
    std::vector<std::uint32_t> evicted;
  };
  struct Polled {
    bool is_pending = true;
    std::optional<std::uint32_t> number;  ///< if there is none and it is not pending: disconnected
  };

  explicit Oracle(const Choice& choice)
      : choice_{choice}, capacity_{choice.kind == Kind::unbounded ? sluice::engine::no_limit : choice.capacity} {}

  [[nodiscard]] Offered offer(Known message) {
    std::vector<std::uint32_t> evicted;
    for (;;) {
      const Answer answer = push(message);
      if (answer != Answer::full || !make_room(message, evicted)) {
        return {answer, std::move(evicted)};
      }
    }
  }

  [[nodiscard]] Polled poll() {
    if (const std::optional<std::uint32_t> number = take(next())) {
      tell_of_room();
      return {false, number};
    }
    return {!is_drained(), std::nullopt};
  }

  [[nodiscard]] Answer poll_offer(std::size_t place, Known message, std::size_t waker) {
    if (offers_.is_served(place)) {
      return Answer::accepted;
    }
    messages_[place] = message;
    const Answer answer = offers_.enlist(place) ? push(message) : Answer::full;
    if (answer == Answer::full) {
      offers_.keep(place, waker);
      return Answer::pending;
    }
    offers_.serve(place);
    if (answer == Answer::disconnected) {
      offers_.tell_one();  // the next one would hear the same
    }
    return answer;
  }
  /// True if the message was in before.
  [[nodiscard]] bool leave_offers(std::size_t place) {
    const bool was_served = offers_.is_served(place);
    offers_.leave(place);
    return was_served;
  }

  [[nodiscard]] Polled poll_poll(std::size_t place, std::size_t waker) {
    Polled polled;
    if (polls_.enlist(place)) {
      polled.number = take(next());
      polled.is_pending = !polled.number.has_value() && !is_drained();
    }
    if (polled.is_pending) {
      polls_.keep(place, waker);
      return polled;
    }
    polls_.serve(place);
    if (!inside_.empty() || is_closed_) {
      polls_.tell_one();
    }
    if (polled.number.has_value()) {
      tell_of_room();
    }
    polls_.leave(place);
    return polled;
  }
  void leave_polls(std::size_t place) { polls_.leave(place); }

  [[nodiscard]] bool put_back(const std::deque<Known>& messages) {
    if (is_closed_) {
      return false;
    }
    inside_.insert(inside_.begin(), messages.begin(), messages.end());
    polls_.tell_one();
    return true;
  }

  [[nodiscard]] bool close() {
    const bool is_first = !is_closed_;
    is_closed_ = true;
    offers_.tell_all();
    polls_.tell_all();
    return is_first;
  }

  /// What comes out next, for a stash that must know its priority.
  [[nodiscard]] std::optional<Known> front() const {
    const auto found = next();
    return found == inside_.end() ? std::nullopt : std::optional{*found};
  }

  /// Whether nobody waits for what is there, unless somebody was told of it.
  [[nodiscard]] bool has_forgotten_nobody() const {
    const bool polls_can_end = !inside_.empty() || is_closed_;
    const bool offers_can_end = size() < capacity_ || is_closed_;
    return (!polls_can_end || polls_.will_move()) && (!offers_can_end || offers_.will_move());
  }

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(inside_.size()); }
  [[nodiscard]] std::uint32_t capacity() const { return capacity_; }
  [[nodiscard]] bool is_closed() const { return is_closed_; }
  [[nodiscard]] bool is_drained() const { return is_closed_ && inside_.empty(); }
  [[nodiscard]] const Choice& choice() const { return choice_; }
  [[nodiscard]] const Row& offers() const { return offers_; }
  [[nodiscard]] const Row& polls() const { return polls_; }

private:
  using Messages = std::deque<Known>;

  [[nodiscard]] Answer push(Known message) {
    if (is_closed_) {
      return Answer::disconnected;
    }
    if (size() >= capacity_) {
      return Answer::full;
    }
    inside_.push_back(message);
    polls_.tell_one();
    return Answer::accepted;
  }

  [[nodiscard]] bool make_room(Known newcomer, std::vector<std::uint32_t>& evicted) {
    if (choice_.policy == Overflow::grow) {
      capacity_ *= 2;
      tell_of_room();
      return true;
    }
    if (choice_.policy != Overflow::drop_oldest) {
      return false;
    }
    const std::optional<std::uint32_t> number = take(victim(newcomer));
    if (number.has_value()) {
      evicted.push_back(*number);
      tell_of_room();
    }
    return number.has_value();
  }

  void tell_of_room() {
    while (!offers_.is_empty() && push(messages_[offers_.front()]) == Answer::accepted) {
      offers_.serve_and_wake(offers_.front());
    }
    if (is_closed_) {
      polls_.tell_all();
    }
  }

  [[nodiscard]] Messages::const_iterator next() const {
    auto best = inside_.begin();
    if (choice_.kind == Kind::priority) {
      for (auto other = best; other != inside_.end(); ++other) {
        best = other->priority < best->priority ? other : best;
      }
    }
    return best;
  }

  [[nodiscard]] Messages::const_iterator victim(Known newcomer) const {
    auto worst = inside_.begin();
    if (choice_.kind == Kind::priority) {
      for (auto other = worst; other != inside_.end(); ++other) {
        worst = other->priority > worst->priority ? other : worst;
      }
      if (worst != inside_.end() && worst->priority < newcomer.priority) {
        return inside_.end();
      }
    }
    return worst;
  }

  [[nodiscard]] std::optional<std::uint32_t> take(Messages::const_iterator found) {
    if (found == inside_.end()) {
      return std::nullopt;
    }
    const std::uint32_t number = found->number;
    inside_.erase(found);
    return number;
  }

  const Choice choice_;
  std::uint32_t capacity_;
  bool is_closed_ = false;
  Messages inside_;                       ///< in the order of arrival
  std::array<Known, places> messages_{};  ///< of those who wait to offer
  Row offers_;
  Row polls_;
};

}  // namespace sluice_fuzz
