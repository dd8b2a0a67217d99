// SPDX-License-Identifier: BSL-1.0
// What is done within handlers.
#include "actor_model.hpp"

namespace sluice::actor_model {

namespace {

constexpr std::uint32_t most_actors = 60;
constexpr std::uint32_t most_letters = 1500;

}  // namespace

/// Everything ends: nobody goes on for ever.
bool ActorModel::may_send() const noexcept {
  return !is_draining_ && const_cast<ActorModel*>(this)->oracle_.letters().size() < most_letters;
}

ActorError ActorModel::draw_error() noexcept {
  switch (draw(7)) {
    case 0: return ActorError::fatal("fatal");
    case 1: return ActorError::transient("transient");
    case 2: return ActorError::ignore("ignore");
    case 3: return ActorError::fatal(thrown);
    default: return ActorError::retryable("retryable");
  }
}

std::uint32_t ActorModel::write_answer(std::uint32_t question) {
  const std::uint32_t ask = oracle_.letters()[question].ask;
  const std::uint32_t sender = question < senders_.size() ? senders_[question] : nobody;
  return oracle_.write({.to = ask != nobody ? nobody : sender, .is_answer = true, .ask = ask});
}

ActorModel::Verdict ActorModel::handle(const Token& token, Memory& memory, Letter& letter, Within& within,
                                       Abilities abilities) {
  const std::uint32_t self = token.actor();
  tell_deed(self, "handle", letter.id);
  oracle_.begin_handling(self, letter.id, memory);
  oracle_.note_path(self, within.path());
  Verdict verdict;
  if (!oracle_.is_right()) {
    return verdict;
  }
  for (std::uint32_t deeds = draw(3); deeds != 0; --deeds) {
    act(token, within);
  }
  if (abilities.stashes && draws(30)) {
    tell_deed(self, "unstash");
    oracle_.note_unstashed(self);
    within.unstash_all();
  }
  if (abilities.stashes && !is_draining_ && draws(30)) {
    verdict.error = stash(self, letter, within);
    return verdict;
  }
  if (draws(5)) {
    tell_deed(self, "stop itself");
    oracle_.note_stop_called(self);
    within.stop();
  }
  if (draws(8)) {
    verdict.error = draw_error();
    tell_deed(self, "fail");
    oracle_.expect(letter.id, Fate::failing);
  } else {
    conclude(self, letter.id, within, abilities, verdict);
  }
  return verdict;
}

std::optional<ActorError> ActorModel::stash(std::uint32_t self, Letter& letter, Within& within) {
  const std::uint32_t id = letter.id;
  tell_deed(self, "stash", id);
  oracle_.expect(id, Fate::overflowing);
  const bool is_kept = within.stash(std::move(letter)).has_value();
  oracle_.note_stashed(self, id, is_kept);
  if (draws(90)) {
    return std::nullopt;
  }
  tell_deed(self, "fail");  // the message has its place, or its end
  return draw_error();
}

/// Answers it, if that is wanted, or does not.
void ActorModel::conclude(std::uint32_t self, std::uint32_t letter, Within& within, Abilities abilities,
                          Verdict& verdict) {
  const bool has_sender = letter < senders_.size() && senders_[letter] != nobody;
  const bool is_wanted = oracle_.letters()[letter].ask != nobody || has_sender;
  if (abilities.returns_answers && is_wanted) {
    verdict.answer = write_answer(letter);
    tell_deed(self, "return answer", verdict.answer);
    oracle_.note_returned(verdict.answer);
  } else if (is_wanted && draws(75)) {
    const std::uint32_t answer = write_answer(letter);
    tell_deed(self, "reply", answer);
    within.reply(Answer{answer});
    oracle_.note_answered(answer);
  } else if (abilities.becomes && draws(5)) {
    verdict.is_unhandled = true;
    oracle_.expect(letter, Fate::unhandling);
  } else if (abilities.becomes && draws(3)) {
    verdict.stops = true;
    oracle_.note_stop_called(self);
  }
}

void ActorModel::handle_answer(const Token& token, Memory& memory, const Answer& answer) {
  tell_deed(token.actor(), "handle answer", answer.id);
  oracle_.begin_handling(token.actor(), answer.id, memory);
}

std::optional<ActorError> ActorModel::start(const Token& token, Memory& memory, Within& within) {
  const std::uint32_t self = token.actor();
  tell_deed(self, "start");
  oracle_.begin_start(self, memory);
  oracle_.note_path(self, within.path());
  if (draws(15)) {
    act(token, within);
  }
  if (draws(8)) {
    tell_deed(self, "fail to start");
    return draw_error();
  }
  oracle_.end_start(self);
  return std::nullopt;
}

bool ActorModel::stop(const Token& token, Within& within) {
  const std::uint32_t self = token.actor();
  tell_deed(self, "stop hook");
  oracle_.note_stop_hook(self);
  if (may_send() && draws(30)) {
    send(self, draw_actor());
  }
  if (!is_draining_ && draws(15) && oracle_.actors().size() < most_actors) {
    SpawnOptions options;
    const std::uint32_t child = oracle_.begin_spawn(draw_record(self, options));
    tell_deed(self, "spawn too late", child);
    const SpawnedLetterBox spawned = within.spawn(Token{*this, child}, of(child).kind, options);
    check_spawned(child, spawned, true);
  }
  return draws(5);
}

std::optional<ActorError> ActorModel::hear(const Token& token, Memory& memory, const Terminated& terminated,
                                           Within& within) {
  const std::uint32_t self = token.actor();
  std::uint32_t target = 0;
  while (target < oracle_.actors().size() && !(of(target).is_in && ref(target) == terminated.who)) {
    ++target;
  }
  tell_deed(self, "hear of the end of", target);
  oracle_.note_terminated(self, target, terminated.failed, memory);
  if (draws(30)) {
    act(token, within);
  }
  if (draws(10)) {
    tell_deed(self, "fail");
    return draw_error();
  }
  return std::nullopt;
}

Letter ActorModel::adapt(std::uint32_t self, const Foreign& foreign) {
  const std::uint32_t letter = oracle_.write({.to = self});
  tell_deed(self, "adapt", foreign.id, letter);
  oracle_.note_adapted(self, foreign.id, letter);
  return Letter{letter};
}

Letter ActorModel::outcome_letter(std::uint32_t ask, std::expected<Answer, AskError>&& outcome) {
  const std::uint32_t asker = oracle_.asks()[ask].asker;
  note_outcome(ask, outcome);
  const std::uint32_t letter = oracle_.write({.to = asker});
  oracle_.note_returned(letter);
  return Letter{letter};
}

void ActorModel::act(const Token& token, Within& within) {
  const std::uint32_t self = token.actor();
  if (!may_send()) {
    return;
  }
  const std::uint32_t choice = draw(100);
  if (choice < 28) {
    send(self, draw_actor());
  } else if (choice < 34) {
    try_send(self, draw_actor());
  } else if (choice < 48) {
    ask_within(self, within);
  } else if (choice < 56) {
    request_within(self, within);
  } else if (choice < 70) {
    spawn_child(self, within);
  } else if (choice < 88) {
    watch(self, within);
  } else if (choice < 91) {
    const std::uint32_t target = draw_actor();
    tell_deed(self, "stop", target);
    if (within.stop_other(ref(target)).has_value()) {
      oracle_.note_stop_sent(target);
    }
  } else if (choice < 96) {
    tell_deed(self, "adapt");
    of(self).has_adapter = within.adapt(token) || of(self).has_adapter;
  }
}

void ActorModel::spawn_child(std::uint32_t self, Within& within) {
  if (oracle_.actors().size() >= most_actors) {
    return;
  }
  SpawnOptions options;
  const std::uint32_t child = oracle_.begin_spawn(draw_record(self, options));
  tell_deed(self, "spawn", child, static_cast<std::uint32_t>(of(child).kind));
  const SpawnedLetterBox spawned = within.spawn(Token{*this, child}, of(child).kind, options);
  check_spawned(child, spawned, false);
}

void ActorModel::watch(std::uint32_t self, Within& within) {
  const std::uint32_t target = draw_actor();
  const std::uint32_t choice = draw(100);
  if (choice < 25) {
    tell_deed(self, "unwatch", target);
    oracle_.note_unwatch(self, target);
    within.unwatch(ref(target));
  } else if (choice < 60 && (of(self).kind != Kind::lambda || draws(10))) {
    tell_deed(self, "watch", target);
    oracle_.note_watch(self, target, nobody);
    (void)within.watch(ref(target));
  } else {
    const std::uint32_t letter = oracle_.write({.to = self, .fate = Fate::armed, .floats = true});
    tell_deed(self, "watch with a letter", target, letter);
    oracle_.note_watch(self, target, letter);
    (void)within.watch_with(ref(target), Letter{letter});
  }
}

void ActorModel::ask_within(std::uint32_t self, Within& within) {
  const std::uint32_t target = draw_actor();
  const Duration timeout = draw_timeout();
  const std::uint32_t ask = oracle_.begin_ask(self, target, timeout);
  const std::uint32_t question = oracle_.asks()[ask].question;
  tell_deed(self, "ask", target, question);
  const auto before = living_messages;
  (void)within.ask(ref(target), Letter{question}, timeout, ask);
  oracle_.end_ask(ask, before);
}

void ActorModel::request_within(std::uint32_t self, Within& within) {
  const std::uint32_t target = draw_actor();
  const std::uint32_t letter = oracle_.write({.to = target});
  senders_.resize(letter + 1, nobody);
  senders_[letter] = self;
  tell_deed(self, "request", target, letter);
  oracle_.note_told(letter, within.request(ref(target), Letter{letter}));
}

}  // namespace sluice::actor_model
