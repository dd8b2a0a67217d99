// SPDX-License-Identifier: BSL-1.0
// What the oracle demands of the mailboxes.
#include <sluice/engine/mailbox.hpp>

#include "system_model_oracle.hpp"

namespace sluice::engine::system_model {

/// A user message, or the resumption of its handler, begins.
void Oracle::begin_handler(std::uint32_t index) noexcept {
  Box& box = boxes[index];
  expect(box.is_running, "a mailbox handles in its own slice");
  expect(!box.is_in_handler, "a mailbox has one runner");
  expect(!box.has_signals(), "system messages go first");
  expect(box.suspends == 0, "a suspended mailbox handles no user message");
  expect(!box.is_closed, "a closed mailbox handles no user message");
  const auto throughput = static_cast<std::uint32_t>(box.plan.dispatcher.throughput);
  expect(box.slice_handled < throughput, "a slice handles no more than its throughput");
  const Duration deadline = box.plan.dispatcher.throughput_deadline;
  expect(box.slice_handled == 0 || deadline <= Duration{} || clock_.now() < box.slice_begin + deadline,
         "a slice ends at its deadline, but not before its first message");
  ++box.slice_handled;
  box.is_in_handler = true;
}

void Oracle::handle(std::uint32_t index, std::uint32_t letter) noexcept {
  Box& box = boxes[index];
  Letter& message = letters_[letter];
  begin_handler(index);
  expect(!box.is_awaiting, "while a handler waits, no other message is handled");
  expect(message.fate == Fate::queued && message.target == index, "what is handled was queued there");
  expect(letter == first(index, Fate::queued), "messages are handled in the order of their posts");
  message.fate = Fate::handling;
  --box.queued;
  ++box.handled;
  hand_over(index);
}

void Oracle::resume_handler(std::uint32_t index) noexcept {
  Box& box = boxes[index];
  begin_handler(index);
  expect(box.is_awaiting && box.is_ready, "a handler is resumed when what it waits for has come");
  box.is_awaiting = box.is_ready = false;
}

void Oracle::handle_signal(std::uint32_t index, std::uint32_t number) noexcept {
  Box& box = boxes[index];
  expect(!box.is_in_handler, "a mailbox has one runner");
  expect(box.is_running || box.is_closed, "a mailbox handles in its own slice, or while it closes");
  expect(number == box.signals_handled, "system messages are handled once, in the order of their posts");
  ++box.signals_handled;
}

/// A message has left the mailbox: who waits longest for room has its message taken in.
void Oracle::hand_over(std::uint32_t index) noexcept {
  Box& box = boxes[index];
  if (box.waiting == 0 || box.is_finished) {
    return;
  }
  Letter& letter = letters_[first(index, Fate::waiting)];
  letter.fate = Fate::queued;
  offers_[letter.offer].stage = Offer::Stage::accepted;
  --box.waiting;
  ++box.queued;
}

bool Oracle::is_reason_right(const Box& box, const Letter& letter, DeadLetterReason reason) noexcept {
  const Overflow policy = box.plan.mailbox.overflow;
  switch (letter.fate) {
    case Fate::offered:
      switch (reason) {
        case DeadLetterReason::stopped: return box.is_closed;
        case DeadLetterReason::dropped_newest: return policy == Overflow::drop_newest;
        case DeadLetterReason::would_wait: return policy == Overflow::block;
        case DeadLetterReason::overflow:
          return policy == Overflow::dead_letter || (policy == Overflow::fail && letter.is_offer);
        default: return false;
      }
    case Fate::queued:
      return (reason == DeadLetterReason::stopped && box.is_closed) ||
             (reason == DeadLetterReason::dropped_oldest && policy == Overflow::drop_oldest);
    case Fate::promised: return reason == DeadLetterReason::offer_given_up;
    case Fate::waiting:
      return reason == DeadLetterReason::offer_given_up || reason == DeadLetterReason::offer_timed_out ||
             (reason == DeadLetterReason::stopped && box.is_finished);
    default: return false;
  }
}

void Oracle::bury(std::uint32_t index, std::uint32_t letter, DeadLetterReason reason) noexcept {
  Box& box = boxes[index];
  Letter& message = letters_[letter];
  expect(message.target == index && is_reason_right(box, message, reason), "a dead letter has its right reason");
  if (message.fate == Fate::queued) {
    expect(letter == first(index, Fate::queued), "the oldest message is dropped, and buried, first");
    --box.queued;
  } else if (message.fate == Fate::waiting) {
    --box.waiting;
  }
  message.fate = Fate::dead;
  ++box.dead;
}

void Oracle::hear(const MailboxEvent& event) noexcept {
  Box& box = box_of(*event.mailbox);
  expect(box.closed_events == 0, "closed is the last event");
  switch (event.kind) {
    case MailboxEvent::Kind::pressure:
      expect(!box.is_pressed && event.depth <= event.capacity, "pressure is told once per crossing");
      box.is_pressed = true;
      break;
    case MailboxEvent::Kind::relief:
      expect(box.is_pressed, "relief follows pressure");
      box.is_pressed = false;
      break;
    case MailboxEvent::Kind::rejected:
      expect(!box.was_rejection_told, "a rejection is told once until it is accepted again");
      box.was_rejection_told = true;
      break;
    case MailboxEvent::Kind::closed: ++box.closed_events; break;
  }
}

void Oracle::check_all() noexcept {
  std::uint32_t alive[most_boxes]{};
  for (const Letter& letter : letters_) {
    alive[letter.target] += letter.fate == Fate::free ? 0 : 1;
  }
  for (std::uint32_t i = 0; i < most_boxes; ++i) {
    const Box& box = boxes[i];
    expect(box.sent == box.handled + box.dead + box.returned + alive[i], "every message is in one place");
    expect(alive[i] >= box.queued + box.waiting, "what is queued or waits is alive");
    check_box(i);
  }
  for (const Offer& offer : offers_) {
    const bool is_decided = offer.stage == Offer::Stage::accepted ||
                            (offer.stage == Offer::Stage::waiting && boxes[offer.target].is_finished);
    expect(!is_decided || offer.is_woken, "who waits for room is woken when it is decided");
  }
}

void Oracle::check_box(std::uint32_t index) noexcept {
  Box& box = boxes[index];
  expect(!box.has_work() || box.is_submitted || box.was_rejected, "a mailbox with something to do is going to run");
  expect(!box.is_finished || (box.queued == 0 && !box.is_submitted), "a closed mailbox is empty and rests");
  if (box.plan.has_lane) {
    const std::uint32_t depth = const_cast<Mailbox*>(box.mailbox)->depth();
    expect(depth == box.queued, "the depth is what is queued");
    expect(depth <= box.capacity, "the depth is not above the capacity");
    check_pressure(box, depth);
  }
  if (box.plan.has_metrics) {
    expect(box.measured_handled == box.handled, "what is handled is measured");
    expect(box.measured_dropped == box.dead, "what is dropped is measured");
  }
}

void Oracle::check_pressure(const Box& box, std::uint32_t depth) noexcept {
  const MailboxSettings& settings = box.plan.mailbox;
  if (!box.plan.has_events || settings.kind == QueueKind::unbounded || settings.capacity == no_limit) {
    return;
  }
  const bool is_high = depth * 100 > box.capacity * settings.high_water;
  const bool is_low = depth == 0 || depth * 100 < box.capacity * settings.low_water;
  expect(!is_high || box.is_pressed, "above the high-water mark there is pressure");
  expect(!is_low || !box.is_pressed, "below the low-water mark there is none");
}

void Oracle::check_timers() noexcept {
  for (const Offer& offer : offers_) {
    const bool is_due = offer.stage == Offer::Stage::waiting && offer.has_timer && offer.deadline.has_value() &&
                        clock_.now() >= *offer.deadline;
    expect(!is_due || offer.is_woken, "an offer with a timer is woken at its deadline");
  }
}

void Oracle::check_end(std::uint32_t index) noexcept {
  const Box& box = boxes[index];
  expect(box.is_finished, "a mailbox that was closed is drained");
  expect(box.sent == box.handled + box.dead + box.returned, "every message has ended in one place");
  expect(!box.has_signals(), "every system message was handled");
  expect(!box.plan.has_events || box.closed_events == 1, "closing is told once");
  expect(!box.is_pressed, "pressure has ended");
}

}  // namespace sluice::engine::system_model
