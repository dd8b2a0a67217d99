// SPDX-License-Identifier: BSL-1.0
// What should come of messages.
#include <algorithm>
#include <utility>

#include "oracle.hpp"

namespace sluice::actor_model {

using engine::DeadLetterReason;

namespace {

bool is_end_of_target(DeadLetterReason reason) noexcept {
  return reason == DeadLetterReason::stopped || reason == DeadLetterReason::shutdown ||
         reason == DeadLetterReason::replaced;
}

}  // namespace

void Oracle::fail(std::string_view what, std::uint32_t actor, std::uint32_t letter) {
  if (!failure_.empty()) {
    return;
  }
  failure_ = what;
  if (actor != nobody) {
    failure_ += " [actor " + std::to_string(actor) + "]";
  }
  if (letter != nobody) {
    failure_ += " [letter " + std::to_string(letter) + ", fate " +
                std::to_string(static_cast<int>(letters_[letter].fate)) + "]";
  }
}

std::uint32_t Oracle::write(const LetterRecord& record) {
  resolve();
  letters_.push_back(record);
  return static_cast<std::uint32_t>(letters_.size() - 1);
}

Oracle::Room Oracle::room_in(const ActorRecord& actor) const {
  if (!actor.is_bounded || actor.overflow == Overflow::grow) {
    return Room::yes;
  }
  for (const auto& [target, letter] : actor.watching) {
    if (letter != nobody && actors_[target].is_gone) {
      return Room::unknown;  // it may be in the mailbox
    }
  }
  for (const LetterRecord& letter : letters_) {
    if (letter.floats && letter.fate == Fate::lost && &actors_[letter.to] == &actor) {
      return Room::unknown;
    }
  }
  return actor.queue.size() < actor.capacity ? Room::yes : Room::no;
}

void Oracle::note_told(std::uint32_t letter, const Result<>& result) {
  LetterRecord& record = letters_[letter];
  ActorRecord& target = actors_[record.to];
  if (!result.has_value()) {
    if (record.fate == Fate::unsent) {
      record.fate = Fate::refused;
      ++counts_.refused;
      if (!target.is_bounded || target.overflow != Overflow::fail || room_in(target) == Room::yes) {
        fail("an error, and no dead letter, of a mailbox that had room", record.to, letter);
      }
    } else if (record.fate != Fate::dead) {
      fail("an error for a message that was sent", record.to, letter);
    }
    return;
  }
  if (record.fate != Fate::unsent) {
    fail("no error for a message that was lost", record.to, letter);
    return;
  }
  if (room_in(target) == Room::no && target.overflow != Overflow::drop_oldest) {
    fail("a mailbox took more than it holds", record.to, letter);
  }
  if (target.is_gone) {
    fail("a message was queued for one that is gone", record.to, letter);
  }
  record.fate = Fate::queued;
  target.queue.push_back(letter);
}

void Oracle::note_tried(std::uint32_t letter, bool is_queued, std::uint32_t given_back) {
  if (is_queued) {
    note_told(letter, {});
    return;
  }
  LetterRecord& record = letters_[letter];
  if (record.fate != Fate::unsent || given_back != letter) {
    fail("what is not queued comes back, and has no other end", record.to, letter);
  }
  record.fate = Fate::given_back;
  ++counts_.given_back;
  const ActorRecord& target = actors_[record.to];
  if (target.lives() && !has_reason_to_end(record.to) && room_in(target) == Room::yes) {
    fail("a message came back from a mailbox that had room", record.to, letter);
  }
}

void Oracle::note_returned(std::uint32_t letter) {
  resolve();
  letters_[letter].fate = Fate::returned;
  returned_ = letter;
}

/// What the system was to send it has sent by now.
void Oracle::resolve() {
  if (returned_ == nobody) {
    return;
  }
  const std::uint32_t letter = std::exchange(returned_, nobody);
  LetterRecord& record = letters_[letter];
  if (record.is_answer) {
    if (record.fate == Fate::returned) {
      record.fate = Fate::unsent;
    }
    note_answered(letter);
  } else if (record.fate == Fate::returned) {
    record.fate = Fate::unsent;
    note_told(letter, {});
  }
}

void Oracle::take_from_queue(std::uint32_t letter, bool is_oldest) {
  auto& queue = actors_[letters_[letter].to].queue;
  const auto place = std::find(queue.begin(), queue.end(), letter);
  if (place == queue.end() || (is_oldest && place != queue.begin())) {
    fail("a mailbox keeps the order of what comes", letters_[letter].to, letter);
  }
  if (place != queue.end()) {
    queue.erase(place);
  }
}

void Oracle::check_newcomer_loss(std::uint32_t letter, DeadLetterReason reason) {
  const LetterRecord& record = letters_[letter];
  if (record.is_answer && record.ask != nobody) {
    if (reason != DeadLetterReason::late_answer) {
      fail("an answer is lost only if it is late", nobody, letter);
    }
    return;
  }
  ActorRecord& target = actors_[record.to];
  if (is_end_of_target(reason)) {
    target.may_end = true;
    return;
  }
  const bool is_by_system = record.fate == Fate::returned || record.is_answer || record.floats;
  const bool is_as_said = (reason == DeadLetterReason::dropped_newest && target.overflow == Overflow::drop_newest) ||
                          (reason == DeadLetterReason::overflow && target.overflow == Overflow::dead_letter) ||
                          (reason == DeadLetterReason::overflow && target.overflow == Overflow::fail && is_by_system) ||
                          (reason == DeadLetterReason::would_wait && target.overflow == Overflow::block);
  if (!target.is_bounded || !is_as_said || room_in(target) == Room::yes) {
    fail("a mailbox lost a newcomer that it had room for, or not as it should", record.to, letter);
  }
}

void Oracle::check_queued_loss(std::uint32_t letter, DeadLetterReason reason) {
  const LetterRecord& record = letters_[letter];
  ActorRecord& target = actors_[record.to];
  if (is_end_of_target(reason)) {
    target.may_end = true;
    take_from_queue(letter, false);
  } else if (reason == DeadLetterReason::dropped_oldest) {
    if (!target.is_bounded || target.overflow != Overflow::drop_oldest || room_in(target) == Room::yes) {
      fail("a mailbox dropped its oldest message without need", record.to, letter);
    }
    take_from_queue(letter, true);
  } else if (reason == DeadLetterReason::type_mismatch) {
    if (!record.is_stray && (!record.is_answer || handles_answers(record.to)) &&
        (!record.is_foreign || target.has_adapter)) {
      fail("a message that its actor handles is no mismatch", record.to, letter);
    }
    take_from_queue(letter, true);
  } else {
    fail("a queued message died for a reason that it cannot have", record.to, letter);
  }
}

bool Oracle::handles_answers(std::uint32_t actor) const {
  return actors_[actor].kind == Kind::plain || actors_[actor].kind == Kind::keeper;
}

void Oracle::note_dead(std::uint32_t letter, DeadLetterReason reason) {
  if (letter != returned_ || reason == DeadLetterReason::type_mismatch || reason == DeadLetterReason::dropped_oldest) {
    resolve();
  }
  LetterRecord& record = letters_[letter];
  ++counts_.dead[static_cast<std::size_t>(reason)];
  ++deaths_;
  bool is_as_expected = true;
  switch (record.fate) {
    case Fate::unsent:
    case Fate::returned: check_newcomer_loss(letter, reason); break;
    case Fate::queued: check_queued_loss(letter, reason); break;
    case Fate::stashed:
      is_as_expected = is_end_of_target(reason);
      actors_[record.to].may_end = true;
      std::erase(actors_[record.to].stash, letter);
      break;
    case Fate::armed:
    case Fate::lost:
      is_as_expected = record.floats;
      actors_[record.to].may_end = actors_[record.to].may_end || is_end_of_target(reason);
      std::erase_if(actors_[record.to].watching, [&](const auto& entry) { return entry.second == letter; });
      break;
    case Fate::failing: is_as_expected = reason == DeadLetterReason::handler_failed; break;
    case Fate::unhandling: is_as_expected = reason == DeadLetterReason::unhandled; break;
    case Fate::overflowing: is_as_expected = reason == DeadLetterReason::stash_overflow; break;
    default: is_as_expected = false; break;
  }
  if (!is_as_expected) {
    fail("a message died twice, or for a reason that it cannot have: " + std::string{describe(reason)}, record.to,
         letter);
  }
  record.fate = Fate::dead;
  record.reason = reason;
}

void Oracle::begin_handling(std::uint32_t actor, std::uint32_t letter, Memory& memory) {
  resolve();
  ActorRecord& self = actors_[actor];
  LetterRecord& record = letters_[letter];
  if (record.to != actor) {
    fail("a message was handled by another actor than the one it was for", actor, letter);
    return;
  }
  // One that stands for a notice comes as that does: before a stop that was asked for later.
  const bool is_told_to_stop = self.stop_sent && !record.floats;
  if (self.is_gone || is_told_to_stop || self.stop_called || self.has_failed) {
    fail("a message was handled by an actor that had been stopped", actor, letter);
  }
  if (self.is_suspended) {
    fail("a message was handled by an actor that is suspended", actor, letter);
  }
  check_incarnation(actor, memory);
  if (record.floats) {
    if (record.fate != Fate::armed && record.fate != Fate::lost) {
      fail("a message for an end was handled twice, or too early", actor, letter);
    }
    std::erase_if(self.watching, [&](const auto& entry) { return entry.second == letter; });
    ++counts_.watch_letters;
  } else if (record.fate != Fate::queued) {
    fail("a message was handled that is not in the mailbox", actor, letter);
  } else {
    take_from_queue(letter, true);
  }
  record.fate = Fate::handled;
  ++memory.handled;
  ++self.memory.handled;
  ++counts_.handled;
}

/// `made` is handled at once in place of `foreign`, and answers for it.
void Oracle::note_adapted(std::uint32_t actor, std::uint32_t foreign, std::uint32_t made) {
  ActorRecord& self = actors_[actor];
  if (!self.has_adapter || !letters_[foreign].is_foreign || letters_[foreign].to != actor ||
      letters_[foreign].fate != Fate::queued) {
    fail("a message was adapted that was not to be", actor, foreign);
    return;
  }
  ++counts_.adapted;
  take_from_queue(foreign, true);
  letters_[foreign].fate = Fate::handled;
  const std::uint32_t ask = letters_[foreign].ask;
  letters_[made].ask = ask;
  letters_[made].fate = Fate::queued;
  self.queue.push_front(made);
  if (ask != nobody) {
    asks_[ask].question = made;
  }
}

void Oracle::note_stashed(std::uint32_t actor, std::uint32_t letter, bool is_kept) {
  ActorRecord& self = actors_[actor];
  const bool has_room = self.stash.size() < self.stash_capacity;
  if (is_kept != has_room) {
    fail("a stash keeps as many as it was made for", actor, letter);
  }
  LetterRecord& record = letters_[letter];
  if (is_kept) {
    record.fate = Fate::stashed;
    record.floats = false;  // from now on its place is known
    self.stash.push_back(letter);
    ++counts_.stashed;
  } else if (record.fate != Fate::dead) {
    fail("what does not fit into a stash is a dead letter", actor, letter);
  }
}

void Oracle::note_unstashed(std::uint32_t actor) {
  resolve();
  ActorRecord& self = actors_[actor];
  for (const std::uint32_t letter : self.stash) {
    letters_[letter].fate = Fate::queued;
  }
  self.queue.insert(self.queue.begin(), self.stash.begin(), self.stash.end());
  self.stash.clear();
}

}  // namespace sluice::actor_model
