// SPDX-License-Identifier: BSL-1.0
// What should come of questions.
#include "oracle.hpp"

namespace sluice::actor_model {

using engine::DeadLetterReason;
using State = AskRecord::State;

std::uint32_t Oracle::begin_ask(std::uint32_t asker, std::uint32_t target, Duration timeout, bool is_foreign) {
  const auto ask = static_cast<std::uint32_t>(asks_.size());
  const std::uint32_t question = write({.to = target, .is_foreign = is_foreign, .ask = ask});
  asks_.push_back(
      {.asker = asker, .question = question, .has_deadline = timeout > Duration{}, .deadline = clock_.now() + timeout});
  deaths_ = 0;
  return ask;
}

void Oracle::end_ask(std::uint32_t ask, std::int64_t before) {
  const std::uint32_t letter = asks_[ask].question;
  if (letters_[letter].fate == Fate::dead) {
    return;
  }
  if (living_messages + deaths_ > before) {
    note_told(letter, {});
  } else {
    note_told(letter, std::unexpected{Error::rejected});
  }
}

/// Whoever ends hears no answers any more: they are late.
bool Oracle::is_ending(std::uint32_t actor) const {
  if (actor == nobody) {
    return false;
  }
  const ActorRecord& record = actors_[actor];
  return record.has_failed || record.stop_sent || record.stop_called || record.must_end || record.is_gone;
}

void Oracle::note_answered(std::uint32_t answer) {
  LetterRecord& record = letters_[answer];
  if (record.ask == nobody) {
    if (record.to == nobody) {
      record.fate = Fate::lost;  // nobody wanted it
    } else if (record.fate == Fate::unsent) {
      note_told(answer, {});
    }
    return;
  }
  AskRecord& ask = asks_[record.ask];
  const bool may_be_late =
      (ask.has_deadline && clock_.now() >= ask.deadline) || (ask.asker != nobody && has_reason_to_end(ask.asker));
  if (record.fate == Fate::dead) {
    if (ask.state == State::pending && !may_be_late && !is_ending(ask.asker)) {
      fail("an answer came in time and is a dead letter", ask.asker, answer);
    }
  } else if (ask.state == State::pending) {
    ask.state = State::answered;
    ask.answer = answer;
  } else {
    fail("an answer came late and is no dead letter", ask.asker, answer);
  }
}

void Oracle::note_outcome(std::uint32_t ask, const std::expected<std::uint32_t, AskError>& outcome) {
  resolve();
  AskRecord& record = asks_[ask];
  if (record.state == State::done || record.state == State::forgotten) {
    fail("a question has one outcome, and none if it was forgotten", record.asker, record.question);
    return;
  }
  if (outcome.has_value()) {
    if (record.state != State::answered || *outcome != record.answer) {
      fail("an outcome is the answer that was given", record.asker, record.question);
    } else {
      letters_[record.answer].fate = Fate::taken;
    }
    ++counts_.outcomes[static_cast<std::size_t>(AskError::Reason::cancelled) + 1];
  } else {
    check_error(record, outcome.error().reason);
    ++counts_.outcomes[static_cast<std::size_t>(outcome.error().reason)];
  }
  record.state = State::done;
}

void Oracle::check_error(const AskRecord& ask, AskError::Reason reason) {
  const LetterRecord& question = letters_[ask.question];
  const bool is_dead = question.fate == Fate::dead;
  bool is_right = false;
  switch (reason) {
    case AskError::Reason::timed_out: is_right = ask.has_deadline && clock_.now() >= ask.deadline; break;
    case AskError::Reason::stopped:
      is_right =
          is_dead && (question.reason == DeadLetterReason::stopped || question.reason == DeadLetterReason::shutdown ||
                      question.reason == DeadLetterReason::replaced);
      break;
    case AskError::Reason::failed: is_right = is_dead && question.reason == DeadLetterReason::handler_failed; break;
    case AskError::Reason::rejected:
      is_right = question.fate == Fate::refused || question.fate == Fate::unsent ||
                 (is_dead && question.reason >= DeadLetterReason::dropped_newest &&
                  question.reason <= DeadLetterReason::would_wait) ||
                 (is_dead && question.reason == DeadLetterReason::stash_overflow);
      break;
    case AskError::Reason::no_answer:
      is_right = question.fate == Fate::handled || (is_dead && question.reason == DeadLetterReason::unhandled) ||
                 (is_dead && question.reason == DeadLetterReason::type_mismatch);
      break;
    case AskError::Reason::nothing_runs:
      is_right = question.fate == Fate::queued || question.fate == Fate::stashed;
      break;
    default: break;
  }
  if (!is_right || ask.state == State::answered) {
    fail("a question failed for a reason that it cannot have: " + std::string{describe(reason)}, ask.asker,
         ask.question);
  }
}

void Oracle::note_forgotten(std::uint32_t ask) {
  resolve();
  AskRecord& record = asks_[ask];
  if (record.state == State::answered && record.asker == nobody) {
    letters_[record.answer].fate = Fate::lost;  // who gives up has it, and does not look; an actor's is a dead letter
  }
  if (record.state != State::done) {
    record.state = State::forgotten;
  }
}

void Oracle::forget_asks(std::uint32_t actor) {
  for (std::uint32_t ask = 0; ask < asks_.size(); ++ask) {
    if (asks_[ask].asker == actor) {
      note_forgotten(ask);
    }
  }
}

void Oracle::check_idle_ask(std::uint32_t ask) {
  const AskRecord& record = asks_[ask];
  if (record.state == State::answered) {
    fail("an answer was given and did not come", record.asker, record.question);
  }
  if (record.state != State::pending) {
    return;
  }
  const Fate fate = letters_[record.question].fate;
  if (fate != Fate::queued && fate != Fate::stashed) {
    fail("a question has ended and has no outcome", record.asker, record.question);
  }
  constexpr Duration tick = std::chrono::milliseconds{2};
  if (record.has_deadline && clock_.now() >= record.deadline + tick) {
    fail("a question has no outcome behind its deadline", record.asker, record.question);
  }
}

}  // namespace sluice::actor_model
