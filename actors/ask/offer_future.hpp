// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/engine/address.hpp>
#include <sluice/engine/envelope.hpp>
#include <sluice/engine/error.hpp>
#include <sluice/engine/task.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

class PendingOffer;

/// The offer of `envelope`, which is null if there was no memory for it, to `target`. An error if it is lost already.
[[nodiscard]] Result<PendingOffer*> make_offer(engine::Address target, engine::Envelope* envelope) noexcept;

/// A message that waits for room in a mailbox with `Overflow::block`; of other mailboxes, the first look decides. Whatever
/// keeps it out, and giving it up too, makes it one dead letter and one error.
///
/// Thread safety: one thread at a time. It is given up before its receiver's system ends.
/// Blocks: `wait`; not to be called by a handler, which offers through its context instead.
class [[nodiscard]] OfferFuture {
public:
  /// One that is decided.
  explicit OfferFuture(Result<> outcome) noexcept : outcome_{outcome} {}
  /// Takes `envelope` over; null if there was no memory for one.
  OfferFuture(engine::Address target, engine::Envelope* envelope) noexcept;
  OfferFuture(OfferFuture&& other) noexcept
      : pending_{std::exchange(other.pending_, nullptr)}, outcome_{std::move(other.outcome_)} {}
  OfferFuture& operator=(OfferFuture other) noexcept {
    std::swap(pending_, other.pending_);
    std::swap(outcome_, other.outcome_);
    return *this;
  }
  ~OfferFuture() { give_up(); }

  /// Blocks until the message is in the mailbox, or lost.
  Result<> wait() && noexcept;
  /// The same as a future of the engine.
  [[nodiscard]] engine::Poll<Result<>> poll(const engine::Waker& waker) noexcept;

  /// Gives away what waits; null if nothing does.
  [[nodiscard]] PendingOffer* release() noexcept { return std::exchange(pending_, nullptr); }
  [[nodiscard]] bool is_pending() const noexcept { return pending_ != nullptr; }

private:
  void give_up() noexcept;

  PendingOffer* pending_ = nullptr;
  Result<> outcome_{};
};

}  // namespace sluice::inline SLUICE_ABI
