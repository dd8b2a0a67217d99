// SPDX-License-Identifier: BSL-1.0
// The senders' side of a mailbox that is more than an unbounded queue: overflow, backpressure, pauses.
#include <new>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/dispatch/meter.hpp>
#include <sluice/engine/mailbox.hpp>
#include <sluice/engine/memory.hpp>

namespace sluice::inline SLUICE_ABI::engine {
namespace {

/// What a full mailbox does with a message that nobody asked back; nothing if its policy is to give it back.
std::optional<DeadLetterReason> reason_when_full(Overflow policy) noexcept {
  switch (policy) {
    case Overflow::drop_newest: return DeadLetterReason::dropped_newest;
    case Overflow::drop_oldest: return DeadLetterReason::dropped_newest;  // the oldest was not completely in yet
    case Overflow::block: return DeadLetterReason::would_wait;
    case Overflow::dead_letter: return DeadLetterReason::overflow;
    case Overflow::grow: return DeadLetterReason::overflow;
    case Overflow::fail: break;
  }
  return std::nullopt;
}

}  // namespace

struct Mailbox::LaneSide {
  static PostResult post(Mailbox& self, Envelope& envelope, Mailbox* sender) noexcept {
    return self.post_to_lane(envelope, sender);
  }
  static Envelope* pop(Mailbox& self) noexcept { return self.pop_from_lane(); }
};

PostResult Lane::post(Mailbox& mailbox, Envelope& envelope, Mailbox* sender) noexcept {
  return Mailbox::LaneSide::post(mailbox, envelope, sender);
}

Envelope* Lane::pop(Mailbox& mailbox) noexcept { return Mailbox::LaneSide::pop(mailbox); }

PostResult Mailbox::post_slowly(Envelope& envelope, Mailbox* sender) noexcept {
  if (meter_ != nullptr) {
    stamp(envelope);
  }
  if (lane_ != nullptr) {
    return lane_->post(*this, envelope, sender);
  }
  user_.push(envelope);
  attend(state_.post());
  return {};
}

PostResult Mailbox::post_to_lane(Envelope& envelope, Mailbox* sender) noexcept {
  const PostResult result = offer(envelope, sender);
  std::optional<DeadLetterReason> reason;
  if (result.posted == Posted::full) {
    reason = reason_when_full(lane()->channel.policy());
  } else if (result.posted == Posted::closed) {
    reason = DeadLetterReason::stopped;
  }
  if (!reason.has_value()) {
    return result;
  }
  bury(envelope, *reason);
  return {Posted::dropped, result.hint};
}

PostResult Mailbox::try_post(Envelope& envelope, Mailbox* sender) noexcept {
  if (lane_ == nullptr) {
    return state_.is_closed() ? PostResult{Posted::closed, std::nullopt} : post(envelope, sender);
  }
  if (meter_ != nullptr) {
    stamp(envelope);
  }
  return offer(envelope, sender);
}

/// Puts `envelope` into the lane, if that takes it.
PostResult Mailbox::offer(Envelope& envelope, Mailbox* sender) noexcept {
  NodeList evicted;
  const Channel::Outcome outcome = lane()->channel.offer(envelope, evicted);
  while (MpscNode* const node = evicted.pop_front()) {
    bury(static_cast<Envelope&>(*node), DeadLetterReason::dropped_oldest);
  }
  if (outcome == Channel::Outcome::closed) {
    return {Posted::closed, std::nullopt};
  }
  const PostResult result{outcome == Channel::Outcome::full ? Posted::full : Posted::queued, note_arrival(sender)};
  if (result.posted == Posted::queued) {
    attend(state_.post());
  }
  return result;
}

Envelope* Mailbox::pop_from_lane() noexcept {
  auto* const envelope = static_cast<Envelope*>(lane()->channel.poll());
  if (envelope != nullptr) {
    note_departure();
  }
  return envelope;
}

/// Ends a message that nobody will handle.
void Mailbox::bury(Envelope& envelope, DeadLetterReason reason) noexcept {
  if (meter_ != nullptr) {
    meter_->sink().dropped(*this, reason);
  }
  dead_letter(envelope, reason);
  end(envelope);
}

void Mailbox::stamp(Envelope& envelope) noexcept {
  if (envelope.headers == nullptr) {
    void* const block = memory::allocate(sizeof(Headers));
    envelope.headers = block == nullptr ? nullptr : ::new (block) Headers{};  // without one it is not measured
  }
  if (envelope.headers != nullptr) {
    envelope.headers->posted_at = meter_->now();
  }
}

std::optional<BackpressureHint> Mailbox::note_arrival(Mailbox* sender) noexcept {
  Lane& lane = *this->lane();
  if (!lane.is_bounded()) {
    return std::nullopt;
  }
  const std::uint32_t depth = lane.depth();
  const std::uint32_t capacity = lane.capacity();
  if (lane.pressure.note(depth) == Pressure::Change::rose) {
    dispatcher_->publish({MailboxEvent::Kind::pressure, this, name(), depth, capacity});
  }
  if (!lane.pressure.is_pressed()) {
    return std::nullopt;
  }
  using Level = BackpressureHint::Level;
  const BackpressureHint hint{this, depth, capacity, depth >= capacity ? Level::full : Level::high};
  if (sender != nullptr) {
    sender->hear(hint, lane.pressure.crossings());
  }
  return hint;
}

void Mailbox::note_departure() noexcept {
  Lane& lane = *this->lane();
  if (lane.is_bounded() && lane.pressure.note(lane.depth()) == Pressure::Change::fell) {
    dispatcher_->publish({MailboxEvent::Kind::relief, this, name(), lane.depth(), lane.capacity()});
  }
}

/// This mailbox's handler has posted into one under pressure.
void Mailbox::hear(const BackpressureHint& hint, std::uint32_t crossings) noexcept {
  throttle_.note_pressure();
  plain_limit_.set(0);
  if (last_hint_.target != hint.target || last_hint_.crossings != crossings) {
    last_hint_ = {hint.target, crossings};
    on_backpressure(hint);
  }
}

void Mailbox::suspend() noexcept {
  if (meter_ != nullptr) {
    meter_->begin_pause(Pause::supervision);
  }
  attend(state_.suspend());
}

void Mailbox::resume() noexcept {
  if (meter_ != nullptr) {
    meter_->end_pause(*this, Pause::supervision);
  }
  attend(state_.resume());
}

void Mailbox::begin_await(Pause cause) noexcept {
  await_cause_ = cause;
  if (meter_ != nullptr) {
    meter_->begin_pause(cause);
  }
  state_.begin_await();
}

}  // namespace sluice::inline SLUICE_ABI::engine
