// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <sluice/actors/life/actor_error.hpp>
#include <sluice/actors/life/signals.hpp>
#include <sluice/actors/life/supervision.hpp>
#include <sluice/actors/supervision/strategy.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/share_count.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

template <class T>
class ActorContext;
template <class T>
class Behavior;
template <class T>
class StashBuffer;

/// What comes of a message: the behavior for the next one, or a failure.
template <class T>
using Step = std::expected<Behavior<T>, ActorError>;

/// What a behavior is made of; shared by its copies.
template <class T>
class BehaviorBody {
public:
  BehaviorBody(const BehaviorBody&) = delete;
  BehaviorBody& operator=(const BehaviorBody&) = delete;

  /// Handles one message.
  virtual Step<T> receive(ActorContext<T>&, T&& message) = 0;
  /// Nothing if it does not know the signal.
  virtual std::optional<Step<T>> signal(ActorContext<T>&, const Terminated&) { return std::nullopt; }
  /// The actor ends.
  virtual void stopped(ActorContext<T>&) {}
  /// The actor starts anew, and this is given up.
  virtual void restarting(ActorContext<T>&) {}
  /// For one that only leads to another: that one.
  virtual Step<T> begin(ActorContext<T>&) = 0;
  /// A copy in its first state, or this one if it cannot be copied.
  [[nodiscard]] virtual Behavior<T> fresh() = 0;

  [[nodiscard]] bool is_deferred() const noexcept { return is_deferred_; }
  [[nodiscard]] std::uint32_t stash_capacity() const noexcept { return stash_capacity_; }
  [[nodiscard]] const std::optional<Supervision>& supervision() const noexcept { return supervision_; }
  [[nodiscard]] const SupervisionStrategy& of_children() const noexcept { return of_children_; }

  /// Not part of the API: sharing.
  void add_owner() noexcept { owners_.add(); }
  void drop_owner() noexcept {
    if (owners_.drop_last()) {
      destroy();
    }
  }

protected:
  BehaviorBody() noexcept = default;
  ~BehaviorBody() = default;
  virtual void destroy() noexcept = 0;

  bool is_deferred_ = false;          ///< `begin` gives the behavior that handles messages
  std::uint32_t stash_capacity_ = 0;  ///< it needs a stash of that size
  std::optional<Supervision> supervision_;
  SupervisionStrategy of_children_;

private:
  engine::AtomicCount owners_;
};

/// How an actor handles its next message of type `T`. A value of one word; copies share what they are made of.
///
/// Made by `Behaviors`.
template <class T>
class Behavior {
public:
  /// Stays as it is.
  constexpr Behavior() noexcept = default;
  Behavior(const Behavior& other) noexcept : mark_{other.mark_}, body_{other.body_} {
    if (body_ != nullptr) {
      body_->add_owner();
    }
  }
  Behavior(Behavior&& other) noexcept : mark_{other.mark_}, body_{std::exchange(other.body_, nullptr)} {}
  Behavior& operator=(Behavior other) noexcept {
    std::swap(mark_, other.mark_);
    std::swap(body_, other.body_);
    return *this;
  }
  ~Behavior() {
    if (body_ != nullptr) {
      body_->drop_owner();
    }
  }

  /// Not part of the API: takes `body` over, and one share of it.
  explicit Behavior(BehaviorBody<T>* body) noexcept : body_{body} {}

  enum class Mark : std::uint8_t { same, stopped, unhandled };
  constexpr explicit Behavior(Mark mark) noexcept : mark_{mark} {}

  /// Null if it is only a mark.
  [[nodiscard]] BehaviorBody<T>* body() const noexcept { return body_; }
  [[nodiscard]] bool is_stopped() const noexcept { return body_ == nullptr && mark_ == Mark::stopped; }
  [[nodiscard]] bool is_unhandled() const noexcept { return body_ == nullptr && mark_ == Mark::unhandled; }

private:
  Mark mark_ = Mark::same;
  BehaviorBody<T>* body_ = nullptr;
};

}  // namespace sluice::inline SLUICE_ABI
