// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/actors/ask/offer_future.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/error.hpp>
#include <sluice/engine/task.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

class Actor;

/// A message that a handler offers. A handler that waits may wait for it; whoever does not leaves it to the actor, which
/// then handles no other message until there is room.
///
/// Thread safety: by the actor's runner.
class ContextOffer {
public:
  /// Takes `envelope` over; null if there was no memory for one.
  ContextOffer(Actor& actor, engine::Address target, engine::Envelope* envelope) noexcept;
  ContextOffer(ContextOffer&& other) noexcept
      : actor_{other.actor_}, future_{std::move(other.future_)}, outcome_{std::move(other.outcome_)} {}
  ContextOffer& operator=(ContextOffer&&) = delete;
  ~ContextOffer();

  /// Whether it is not lost already.
  [[nodiscard]] bool has_value() const noexcept { return outcome_.has_value(); }
  [[nodiscard]] Error error() const noexcept { return outcome_.error(); }
  // NOLINTNEXTLINE(google-explicit-constructor): who does not wait treats it as the result that it is.
  explicit(false) operator Result<>() const noexcept { return outcome_; }

  /// For a handler that waits: as of `OfferFuture`.
  [[nodiscard]] engine::Poll<Result<>> poll(const engine::Waker& waker) noexcept;

private:
  Actor& actor_;
  OfferFuture future_;  ///< of nothing, once it is decided
  Result<> outcome_{};
};

}  // namespace sluice::inline SLUICE_ABI
