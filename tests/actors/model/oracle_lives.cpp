// SPDX-License-Identifier: BSL-1.0
// What should come of actors.
#include <algorithm>
#include <utility>

#include "oracle.hpp"

namespace sluice::actor_model {

std::uint32_t Oracle::begin_spawn(const ActorRecord& record) {
  resolve();
  actors_.push_back(record);
  return static_cast<std::uint32_t>(actors_.size() - 1);
}

void Oracle::end_spawn(std::uint32_t actor, const ActorRef<Letter>& ref, bool is_in) {
  ActorRecord& record = actors_[actor];
  record.ref = ref;
  record.is_in = is_in;
  if (is_in && record.tokens == 0) {
    fail("an actor that was spawned does not exist", actor);
  }
  if (!is_in && record.tokens != 0) {
    fail("an actor that was not spawned exists", actor);
  }
  counts_.children += is_in && record.parent != nobody ? 1u : 0u;
}

void Oracle::end_token(std::uint32_t actor) {
  if (--actors_[actor].tokens == 0 && actors_[actor].is_in) {
    note_gone(actor);
  }
}

bool Oracle::has_reason_to_end(std::uint32_t actor) const {
  const ActorRecord& self = actors_[actor];
  if (is_shutting_down_ || self.stop_sent || self.stop_called || self.has_failed) {
    return true;
  }
  if (self.parent == nobody) {
    return false;
  }
  const auto& waits_for = actors_[self.parent].waits_for;
  return std::find(waits_for.begin(), waits_for.end(), actor) != waits_for.end() || has_reason_to_end(self.parent);
}

void Oracle::check_children_gone(std::uint32_t actor, std::string_view what) {
  for (const ActorRecord& each : actors_) {
    if (each.parent == actor && each.lives()) {
      fail(what, actor);
    }
  }
}

void Oracle::note_gone(std::uint32_t actor) {
  resolve();
  ActorRecord& self = actors_[actor];
  self.is_gone = true;
  ++counts_.gone;
  check_children_gone(actor, "an actor ended before its children");
  if (!has_reason_to_end(actor)) {
    fail("an actor ended for no reason", actor);
  }
  if (!self.queue.empty() || !self.stash.empty()) {
    fail("an actor ended, and messages for it have not", actor);
  }
  if (self.has_stop_hook && self.stop_hooks != 1) {
    fail("the stop hook is called once", actor);
  }
  forget_asks(actor);
  while (!self.watching.empty()) {
    end_watch(actor, self.watching.begin()->first);
  }
}

void Oracle::note_path(std::uint32_t actor, std::string_view path) {
  ActorRecord& self = actors_[actor];
  if (!self.path.empty()) {
    if (self.path != path) {
      fail("a path does not change", actor);
    }
    return;
  }
  self.path = path;
  const std::string_view wanted = self.wanted_name.empty() ? std::string_view{"anonymous-"} : self.wanted_name;
  if (!path.substr(path.rfind('/') + 1).starts_with(wanted)) {
    fail("an actor has another name than it was given: " + self.path, actor);
  }
  for (std::uint32_t other = 0; other < actors_.size(); ++other) {
    if (other != actor && actors_[other].lives() && actors_[other].path == path) {
      fail("two that live have one name: " + self.path, actor);
    }
  }
}

/// The one who runs is the one who should: not the one before the restart.
void Oracle::check_incarnation(std::uint32_t actor, Memory& memory) {
  ActorRecord& self = actors_[actor];
  for (const std::uint32_t child : self.waits_for) {
    if (!actors_[child].is_gone) {
      fail("an actor goes on before its children have ended", actor);
    }
  }
  self.waits_for.clear();
  if (std::exchange(self.unstashes_later, false)) {
    note_unstashed(actor);
  }
  if (memory.handled != self.memory.handled || memory.has_started != self.memory.has_started) {
    fail("an actor goes on that should have been made anew", actor);
  }
}

void Oracle::begin_start(std::uint32_t actor, Memory& memory) {
  resolve();
  ActorRecord& self = actors_[actor];
  check_incarnation(actor, memory);
  if (self.memory.has_started || self.stop_called || self.has_failed || self.is_gone) {
    fail("an incarnation starts once, before it ends", actor);
  }
  self.memory.has_started = true;
  memory.has_started = true;
  self.is_starting = true;
}

void Oracle::note_stop_hook(std::uint32_t actor) {
  resolve();
  ++actors_[actor].stop_hooks;
  check_children_gone(actor, "a stop hook was called before the children had ended");
}

Directive Oracle::expected_directive(ActorRecord& actor, const ActorError& error) const {
  const bool is_supervised = actor.restarts || actor.resumes;
  if (!is_supervised || error.kind == ActorError::Kind::fatal || actor.stop_called || actor.has_failed) {
    return Directive::stop;
  }
  if ((actor.resumes || error.kind == ActorError::Kind::ignore) && !actor.is_starting) {
    return Directive::resume;
  }
  return admits_restart(actor) ? Directive::restart : Directive::stop;
}

bool Oracle::admits_restart(ActorRecord& actor) const {
  const Restart& limits = actor.limits;
  if (limits.max == Restart::unlimited) {
    return !actor.is_starting;
  }
  const bool is_over = limits.within != Duration::max() && clock_.now() - actor.window_begin >= limits.within;
  if (actor.window_count == 0 || is_over) {
    actor.window_begin = clock_.now();
    actor.window_count = 0;
  }
  if (actor.window_count >= limits.max) {
    return false;
  }
  ++actor.window_count;
  return true;
}

void Oracle::note_failed(std::uint32_t actor, const ActorError& error, Directive directive) {
  resolve();
  ActorRecord& self = actors_[actor];
  if (const Directive expected = expected_directive(self, error); expected != directive) {
    fail("an actor that failed should " + std::string{describe(expected)} + ", and was to " +
             std::string{describe(directive)},
         actor);
  }
  if (directive == Directive::resume) {
    ++counts_.resumes;
    return;
  }
  self.is_starting = false;
  if (directive != Directive::restart) {
    self.has_failed = true;
    self.must_end = true;
    ++counts_.failed;
    return;
  }
  ++self.incarnations;
  ++counts_.restarts;
  self.memory = {};
  self.has_adapter = false;
  self.waits_for.clear();
  for (std::uint32_t child = 0; child < actors_.size(); ++child) {
    if (actors_[child].parent == actor && actors_[child].lives()) {
      self.waits_for.push_back(child);
      actors_[child].must_end = true;
    }
  }
  for (std::uint32_t child = 0; child < actors_.size(); ++child) {
    if (actors_[child].parent == actor && !self.late_watches.contains(child)) {
      end_watch(actor, child);  // its end is no news for the one to come
    }
  }
  forget_asks(actor);
  self.unstashes_later = !self.waits_for.empty();
  if (!self.unstashes_later) {
    note_unstashed(actor);
  }
}

void Oracle::note_stop_sent(std::uint32_t actor) {
  actors_[actor].stop_sent = true;
  actors_[actor].must_end = true;
}

void Oracle::note_stop_called(std::uint32_t actor) {
  actors_[actor].stop_called = true;
  actors_[actor].must_end = true;
}

void Oracle::note_resumed(std::uint32_t actor) {
  --actors_[actor].suspends;
  actors_[actor].is_suspended = false;
}

void Oracle::note_watch(std::uint32_t watcher, std::uint32_t target, std::uint32_t letter) {
  end_watch(watcher, target);  // the last one counts
  actors_[watcher].watching[target] = letter;
  if (actors_[target].is_gone) {
    actors_[watcher].late_watches.insert(target);
  }
}

void Oracle::note_unwatch(std::uint32_t watcher, std::uint32_t target) { end_watch(watcher, target); }

void Oracle::end_watch(std::uint32_t watcher, std::uint32_t target) {
  auto& watching = actors_[watcher].watching;
  const auto entry = watching.find(target);
  if (entry == watching.end()) {
    return;
  }
  if (entry->second != nobody) {
    // If the target has ended, the letter may be in the mailbox already.
    letters_[entry->second].fate = actors_[target].is_gone ? Fate::lost : Fate::given_back;
  }
  watching.erase(entry);
}

void Oracle::note_terminated(std::uint32_t watcher, std::uint32_t target, bool failed, Memory& memory) {
  resolve();
  ActorRecord& self = actors_[watcher];
  check_incarnation(watcher, memory);
  if (self.stop_called || self.has_failed) {
    fail("a notice came to one that ends", watcher);
  }
  const auto entry = self.watching.find(target);
  if (entry == self.watching.end() || entry->second != nobody) {
    fail("a notice came that is not wanted", watcher);
  } else {
    self.watching.erase(entry);
  }
  const bool is_known = target < actors_.size() && actors_[target].is_gone;
  if (!is_known || failed != (actors_[target].has_failed && !self.late_watches.contains(target))) {
    fail("a notice does not tell what happened", watcher);
  }
  ++counts_.notices;
}

void Oracle::check_idle_actor(std::uint32_t actor) {
  ActorRecord& self = actors_[actor];
  if (!self.lives()) {
    return;
  }
  if (self.must_end || self.may_end || self.stop_sent) {
    fail("an actor should have ended", actor);
  }
  if (self.parent != nobody && !actors_[self.parent].lives()) {
    fail("a child outlived its parent", actor);
  }
  self.is_suspended = self.suspends != 0;
  if (!self.is_suspended && !self.queue.empty()) {
    fail("an actor did not handle what was sent", actor, self.queue.front());
  }
  for (const auto& [target, letter] : self.watching) {
    if (actors_[target].is_gone && (letter == nobody || !self.is_suspended)) {
      fail("a notice did not come", actor);
    }
  }
}

void Oracle::check_idle() {
  resolve();
  for (std::uint32_t actor = 0; actor < actors_.size(); ++actor) {
    check_idle_actor(actor);
  }
  for (std::uint32_t ask = 0; ask < asks_.size(); ++ask) {
    check_idle_ask(ask);
  }
}

void Oracle::check_end() {
  resolve();
  for (std::uint32_t actor = 0; actor < actors_.size(); ++actor) {
    if (actors_[actor].lives() || actors_[actor].tokens != 0) {
      fail("an actor lives behind the end of its system", actor);
    }
  }
  for (std::uint32_t letter = 0; letter < letters_.size(); ++letter) {
    const LetterRecord& record = letters_[letter];
    const bool is_answer_on_its_way = record.is_answer && record.ask != nobody && record.fate == Fate::unsent;
    if (record.fate < Fate::handled || is_answer_on_its_way) {
      fail("a message has no end", record.to, letter);
    }
  }
  if (living_messages != 0) {
    fail("there are " + std::to_string(living_messages) + " messages behind the end of their system");
  }
}

}  // namespace sluice::actor_model
