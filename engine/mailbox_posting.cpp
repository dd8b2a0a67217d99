// SPDX-License-Identifier: BSL-1.0
// The senders' side of a mailbox that is more than an unbounded queue: overflow, backpressure, pauses.
#include <new>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/dispatch/meter.hpp>
#include <sluice/engine/mailbox.hpp>
#include <sluice/engine/memory.hpp>

namespace sluice::inline SLUICE_ABI::engine {

struct Mailbox::LaneSide {
  static PostResult post(Mailbox& self, Envelope& envelope, Mailbox* sender) noexcept {
    return self.post_to_lane(envelope, sender);
  }
  static Envelope* pop(Mailbox& self) noexcept { return self.pop_from_lane(); }
  static void look_again(Mailbox& self) noexcept { self.note_relief(); }
};

PostResult Lane::post(Mailbox& mailbox, Envelope& envelope, Mailbox* sender) noexcept {
  return Mailbox::LaneSide::post(mailbox, envelope, sender);
}

Envelope* Lane::pop(Mailbox& mailbox) noexcept { return Mailbox::LaneSide::pop(mailbox); }

void Lane::look_again(Mailbox& mailbox) noexcept { Mailbox::LaneSide::look_again(mailbox); }

PostResult Mailbox::post_slowly(Envelope& envelope, Mailbox* sender) noexcept {
  if (meter_ != nullptr) {
    stamp(envelope);
  }
  if (lane_ != nullptr) {
    return lane_->post(*this, envelope, sender);
  }
  meter_->note_arrival();
  user_.push(envelope);
  attend(state_.post());
  return {};
}

PostResult Mailbox::post_to_lane(Envelope& envelope, Mailbox* sender) noexcept {
  if (is_refusing()) {
    bury(envelope, DeadLetterReason::suspended);
    return {Posted::dropped, std::nullopt};
  }
  const PostResult result = offer(envelope, sender);
  std::optional<DeadLetterReason> reason;
  if (result.posted == Posted::full) {
    reason = lane()->loss_when_full();
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
    if (!state_.is_closed()) {
      return post(envelope, sender);
    }
    attend(state_.post());  // a refusal may have left the end to the next who comes
    return {Posted::closed, std::nullopt};
  }
  if (is_refusing()) {
    return {Posted::full, std::nullopt};
  }
  if (meter_ != nullptr) {
    stamp(envelope);
  }
  return offer(envelope, sender);
}

/// Whether it takes no messages for now. Who comes while that changes may find it either way. One that is closed goes the
/// way of all others: perhaps whoever comes next has to end it.
bool Mailbox::is_refusing() const noexcept {
  return lane()->refuses_when_suspended() && state_.suspend_depth() != 0 && !state_.is_closed();
}

/// Puts `envelope` into the lane, if that takes it.
PostResult Mailbox::offer(Envelope& envelope, Mailbox* sender) noexcept {
  NodeList evicted;
  MpscNode* const node = lane()->node_for(envelope);
  const Channel::Outcome outcome = node == nullptr ? Channel::Outcome::full : lane()->channel.offer(*node, evicted);
  if (node != nullptr && outcome != Channel::Outcome::accepted) {
    (void)lane()->envelope_of(*node);  // the caller's again
  }
  while (MpscNode* const oldest = evicted.pop_front()) {
    bury(lane()->envelope_of(*oldest), DeadLetterReason::dropped_oldest);
  }
  switch (outcome) {
    case Channel::Outcome::accepted: return {Posted::queued, arrive(sender)};
    case Channel::Outcome::full:
      attend(state_.post());  // the executor may have refused it, and nobody gets in any more who would have it run
      return {Posted::full, hint_for(sender)};  // those who are in have told of the pressure
    case Channel::Outcome::closed: break;
  }
  tell_relief(sender);  // nothing presses any more
  return {Posted::closed, std::nullopt};
}

Envelope* Mailbox::pop_from_lane() noexcept {
  MpscNode* const node = lane()->channel.poll();
  if (node == nullptr) {
    return nullptr;
  }
  note_depth();
  return &lane()->envelope_of(*node);
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

/// A message is in the lane: tells of pressure, and has it handled.
///
/// The depth may be out of date when it is noted: if the runner has emptied the lane meanwhile, nothing is left whose
/// departure would tell of relief. So the runner looks again behind its `end_run`: that sees what was noted before a
/// `post` which came first; and one that comes later has it run again.
std::optional<BackpressureHint> Mailbox::arrive(Mailbox* sender) noexcept {
  note_depth();
  const std::optional<BackpressureHint> hint = hint_for(sender);
  attend(state_.post());
  return hint;
}

/// Nothing unless it is filling up. `sender` is told as well.
std::optional<BackpressureHint> Mailbox::hint_for(Mailbox* sender) noexcept {
  Lane& lane = *this->lane();
  if (!lane.pressure.is_pressed()) {
    tell_relief(sender);
    return std::nullopt;
  }
  using Level = BackpressureHint::Level;
  const auto [depth, capacity] = lane.reading();
  const BackpressureHint hint{this, depth, capacity, depth >= capacity ? Level::full : Level::high};
  if (sender != nullptr) {
    sender->hear(hint, lane.pressure.crossings());
  }
  return hint;
}

void Mailbox::note_depth() noexcept {
  Lane& lane = *this->lane();
  if (lane.is_bounded()) {
    Pressure::Reading now{};
    tell(lane.pressure.note([&] { return now = lane.reading(); }), now);
  }
}

/// For who is not responsible: it begins no time of pressure, of which nobody would tell the end.
void Mailbox::note_relief() noexcept {
  Lane& lane = *this->lane();
  Pressure::Reading now{};
  tell(lane.pressure.note_relief([&] { return now = lane.reading(); }), now);
}

/// Whoever makes a crossing known to the gauge tells of it, sender or runner.
void Mailbox::tell(Pressure::Change change, Pressure::Reading reading) noexcept {
  if (change != Pressure::Change::none) {
    const auto kind = change == Pressure::Change::rose ? MailboxEvent::Kind::pressure : MailboxEvent::Kind::relief;
    dispatcher_->publish({kind, this, name(), reading.depth, reading.capacity});
  }
}

/// `sender`, if it is one that was told of pressure here, need not wait any more.
void Mailbox::tell_relief(Mailbox* sender) const noexcept {
  if (sender != nullptr && sender->own().last_hint.target == this) {
    sender->own().last_hint = {};
    sender->own().throttle.note_relief();
  }
}

/// This mailbox's handler has posted into one under pressure.
void Mailbox::hear(const BackpressureHint& hint, std::uint32_t crossings) noexcept {
  own().throttle.note_pressure();
  own().plain_limit.set(0);
  if (own().last_hint.target != hint.target || own().last_hint.crossings != crossings) {
    own().last_hint = {hint.target, crossings};
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
  own().await_cause = cause;
  if (meter_ != nullptr) {
    meter_->begin_pause(cause);
  }
  state_.begin_await();
}

}  // namespace sluice::inline SLUICE_ABI::engine
