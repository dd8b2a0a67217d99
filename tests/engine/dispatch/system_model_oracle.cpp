// SPDX-License-Identifier: BSL-1.0
#include "system_model_oracle.hpp"

#include <sluice/engine/assert.hpp>
#include <sluice/engine/mailbox.hpp>

namespace sluice::engine::system_model {

Box& Oracle::box_of(const Mailbox& mailbox) noexcept {
  for (Box& box : boxes) {
    if (box.mailbox == &mailbox) {
      return box;
    }
  }
  check(false, "every mailbox of the model is known");
  return boxes[0];
}

std::uint32_t Oracle::write(std::uint32_t target) noexcept {
  for (std::uint32_t i = 0; i < most_letters; ++i) {
    if (letters_[i].fate == Fate::free) {
      letters_[i] = {.fate = Fate::held, .target = target, .number = ++numbers_};
      ++boxes[target].sent;
      return i;
    }
  }
  return nobody;
}

void Oracle::end(std::uint32_t letter, std::uint32_t number) noexcept {
  Letter& ended = letters_[letter];
  expect(ended.number == number && ended.fate != Fate::free, "a message ends once");
  switch (ended.fate) {
    case Fate::held: ++boxes[ended.target].returned; break;
    case Fate::handling:
    case Fate::dead: break;
    default: expect(false, "a message ends only after it was handled, buried or given back"); break;
  }
  ended.fate = Fate::free;
}

std::uint32_t Oracle::first(std::uint32_t box, Fate fate) const noexcept {
  std::uint32_t oldest = nobody;
  for (std::uint32_t i = 0; i < most_letters; ++i) {
    const Letter& letter = letters_[i];
    if (letter.fate == fate && letter.target == box &&
        (oldest == nobody || letter.arrival < letters_[oldest].arrival)) {
      oldest = i;
    }
  }
  return oldest;
}

Posted Oracle::answer_when_full(Box& box) noexcept {
  switch (box.plan.mailbox.overflow) {
    case Overflow::grow: box.capacity *= 2; return Posted::queued;
    case Overflow::drop_oldest: return Posted::queued;
    case Overflow::fail: return Posted::full;
    case Overflow::drop_newest:
    case Overflow::block:
    case Overflow::dead_letter: break;
  }
  return Posted::dropped;
}

Posted Oracle::before_post(std::uint32_t letter, bool is_try) noexcept {
  Letter& posted = letters_[letter];
  Box& box = boxes[posted.target];
  posted.fate = Fate::offered;
  posted.arrival = ++arrivals_;
  box.try_again();
  if (!box.plan.has_lane) {
    return is_try && box.is_closed ? Posted::closed : Posted::queued;
  }
  if (box.is_finished) {
    return is_try ? Posted::closed : Posted::dropped;
  }
  if (box.queued < box.capacity) {
    return Posted::queued;
  }
  const Posted answer = answer_when_full(box);
  return is_try && answer == Posted::dropped ? Posted::full : answer;
}

void Oracle::after_post(std::uint32_t letter, std::uint32_t number, Posted expected, Posted posted) noexcept {
  Letter& sent = letters_[letter];
  expect(posted == expected, "a post answers what the state, the room and the policy say");
  const bool is_there = sent.number == number && sent.fate == Fate::offered;
  switch (posted) {
    case Posted::queued:
      expect(is_there || boxes[sent.target].is_finished, "what was queued is queued, or the mailbox had closed");
      if (is_there) {
        sent.fate = Fate::queued;
        ++boxes[sent.target].queued;
      }
      break;
    case Posted::dropped: expect(!is_there, "what was dropped is a dead letter"); break;
    case Posted::full:
    case Posted::closed:
      expect(is_there, "what was refused is the caller's");
      sent.fate = Fate::held;
      break;
  }
}

void Oracle::make_offer(std::uint32_t offer, std::uint32_t letter, bool has_timer) noexcept {
  Letter& promised = letters_[letter];
  promised.fate = Fate::promised;
  promised.is_offer = true;
  promised.offer = offer;
  offers_[offer] = {.stage = Offer::Stage::fresh,
                    .has_timer = has_timer,
                    .letter = letter,
                    .number = promised.number,
                    .target = promised.target};
  const Plan& plan = boxes[promised.target].plan;
  if (plan.has_lane && plan.mailbox.push_timeout > Duration{}) {
    offers_[offer].deadline = clock_.now() + plan.mailbox.push_timeout;
  }
}

Oracle::Answer Oracle::before_poll(std::uint32_t index) noexcept {
  Offer& offer = offers_[index];
  Box& box = boxes[offer.target];
  box.try_again();
  offer.is_woken = false;
  if (offer.stage == Offer::Stage::accepted) {
    return Answer::accepted;
  }
  if (offer.stage == Offer::Stage::fresh) {
    const Answer answer = first_poll(offer);
    if (answer != Answer::waits) {
      return answer;
    }
  }
  if (box.is_finished) {
    return Answer::closed;
  }
  return offer.deadline.has_value() && clock_.now() >= *offer.deadline ? Answer::timed_out : Answer::waits;
}

Oracle::Answer Oracle::first_poll(Offer& offer) noexcept {
  Box& box = boxes[offer.target];
  Letter& letter = letters_[offer.letter];
  if (!box.lets_senders_wait()) {
    switch (before_post(offer.letter, true)) {
      case Posted::queued: return Answer::accepted;
      case Posted::closed: return Answer::closed;
      default: return Answer::rejected;
    }
  }
  letter.arrival = ++arrivals_;
  if (!box.is_finished && box.queued < box.capacity) {
    expect(box.waiting == 0, "nobody waits beside a free place");
    letter.fate = Fate::queued;
    ++box.queued;
    return Answer::accepted;
  }
  offer.stage = Offer::Stage::waiting;
  letter.fate = Fate::waiting;
  ++box.waiting;
  return Answer::waits;
}

void Oracle::after_poll(std::uint32_t index, Answer expected, Answer answer) noexcept {
  Offer& offer = offers_[index];
  expect(answer == expected, "an offer answers what the state, the room and the clock say");
  if (answer == Answer::waits) {
    return;
  }
  if (answer == Answer::accepted) {
    if (is(offer, Fate::offered)) {  // it was posted at once
      letters_[offer.letter].fate = Fate::queued;
      ++boxes[offer.target].queued;
    }
  } else {
    expect(!is(offer, Fate::offered) && !is(offer, Fate::waiting), "a lost offer is a dead letter");
  }
  offer.stage = Offer::Stage::decided;
}

void Oracle::end_offer(std::uint32_t index) noexcept {
  Offer& offer = offers_[index];
  expect(!is(offer, Fate::promised) && !is(offer, Fate::waiting), "an offer that is given up is a dead letter");
  offer = {};
}

bool Oracle::has_offer_for(std::uint32_t target) const noexcept {
  for (const Offer& offer : offers_) {
    if (offer.stage != Offer::Stage::none && offer.target == target) {
      return true;
    }
  }
  return false;
}

}  // namespace sluice::engine::system_model
