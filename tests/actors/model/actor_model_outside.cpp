// SPDX-License-Identifier: BSL-1.0
// What is done from outside.
#include "actor_model.hpp"
#include "kinds.hpp"

namespace sluice::actor_model {

using std::chrono::milliseconds;

namespace {

constexpr std::uint32_t most_actors = 60;
constexpr const char* names[] = {"a", "b", "c"};

}  // namespace

void ActorModel::draw_mailbox(ActorRecord& record, SpawnOptions& options, bool needs_deque) {
  const std::uint32_t choice = draw(100);
  if (choice < 35) {
    return;
  }
  if (choice < 45) {
    options.mailbox = Unbounded{};
    return;
  }
  record.is_bounded = true;
  record.capacity = 1 + draw(5);
  record.overflow = static_cast<Overflow>(draw(6));
  if (needs_deque || choice < 65) {
    options.mailbox = Deque{.capacity = record.capacity, .overflow = record.overflow};
  } else {
    options.mailbox = Bounded{.capacity = record.capacity, .overflow = record.overflow};
  }
}

ActorRecord ActorModel::draw_record(std::uint32_t parent, SpawnOptions& options) {
  ActorRecord record;
  record.parent = parent;
  record.kind = static_cast<Kind>(draw(kinds));
  record.has_stop_hook = record.kind == Kind::plain || record.kind == Kind::keeper;
  const bool needs_deque = record.kind == Kind::keeper || record.kind == Kind::stash_behavior;
  record.stash_capacity = record.kind == Kind::keeper           ? Keeper::stash_capacity
                          : record.kind == Kind::stash_behavior ? behavior_stash
                                                                : 0;
  draw_mailbox(record, options, needs_deque && draws(95));
  if (draws(40)) {
    options.name = names[draw(3)];
    record.wanted_name = options.name;
  }
  if (draws(15)) {
    record.resumes = true;
    options.supervision = Resume{};
  } else if (draws(60)) {
    record.restarts = true;
    record.limits = {.max = draws(30) ? Restart::unlimited : draw(4),
                     .within = draws(50) ? Duration::max() : Duration{milliseconds{1 + draw(30)}}};
    options.supervision = record.limits;
  }
  return record;
}

void ActorModel::spawn_top_level() {
  if (oracle_.actors().size() >= most_actors) {
    return;
  }
  SpawnOptions options;
  const std::uint32_t actor = oracle_.begin_spawn(draw_record(nobody, options));
  tell_deed(nobody, "spawn", actor, static_cast<std::uint32_t>(of(actor).kind));
  const auto before = system_->find(options.name);
  const SpawnedLetterBox spawned = spawn_kind(*system_, Token{*this, actor}, of(actor).kind, options);
  check_spawned(actor, spawned, false);
  if (!options.name.empty() && spawned.has_value()) {
    const auto after = system_->find(options.name);
    const engine::Address owner = before.has_value() ? before->address() : spawned->address();
    if (!after.has_value() || after->address() != owner) {
      oracle_.fail("a name is found, and is the one's who had it first", actor);
    }
    oracle_.counts().duplicates += before.has_value() ? 1u : 0u;
  }
}

void ActorModel::check_spawned(std::uint32_t actor, const SpawnedLetterBox& spawned, bool may_be_closed) {
  oracle_.end_spawn(actor, spawned.has_value() ? *spawned : ActorRef<Letter>{}, spawned.has_value());
  const ActorRecord& record = of(actor);
  if (spawned.has_value()) {
    if (may_be_closed) {
      oracle_.fail("an actor that ends takes no more children", actor);
    }
    return;
  }
  const bool is_wrong_mailbox = spawned.error().required != nullptr && record.stash_capacity != 0;
  const bool is_closed = may_be_closed && spawned.error().error == Error::closed;
  if (!is_wrong_mailbox && !is_closed) {
    oracle_.fail("an actor was not spawned: " + std::string{describe(spawned.error())}, actor);
  }
}

void ActorModel::send(std::uint32_t self, std::uint32_t target) {
  const std::uint32_t letter = oracle_.write({.to = target});
  tell_deed(self, "tell", target, letter);
  oracle_.note_told(letter, ref(target).tell(Letter{letter}));
}

void ActorModel::try_send(std::uint32_t self, std::uint32_t target) {
  const std::uint32_t letter = oracle_.write({.to = target});
  tell_deed(self, "try to tell", target, letter);
  const auto tried = ref(target).try_tell(Letter{letter});
  oracle_.note_tried(letter, tried.has_value(), tried.has_value() ? nobody : tried.error().message.id);
}

void ActorModel::send_stray(std::uint32_t target) {
  const std::uint32_t letter = oracle_.write({.to = target, .is_stray = true});
  tell_deed(nobody, "tell a stray", target, letter);
  oracle_.note_told(letter, ref(target).untyped().tell(Stray{letter}));
}

void ActorModel::ask(std::uint32_t target) {
  const Duration timeout = draw_timeout();
  const std::uint32_t ask = oracle_.begin_ask(nobody, target, timeout);
  const std::uint32_t question = oracle_.asks()[ask].question;
  tell_deed(nobody, "ask", target, question);
  const auto before = living_messages;
  futures_.push_back({ask, ref(target).ask(Letter{question}, timeout)});
  oracle_.end_ask(ask, before);
}

void ActorModel::send_foreign(std::uint32_t target) {
  const std::uint32_t letter = oracle_.write({.to = target, .is_foreign = true});
  tell_deed(nobody, "tell what is foreign", target, letter);
  oracle_.note_told(letter, ref(target).untyped().tell(Foreign{letter}));
}

void ActorModel::ask_foreign(std::uint32_t target) {
  const std::uint32_t ask = oracle_.begin_ask(nobody, target, {}, true);
  const std::uint32_t question = oracle_.asks()[ask].question;
  tell_deed(nobody, "ask what is foreign", target, question);
  const auto before = living_messages;
  futures_.push_back({ask, ActorRef<Foreign>{ref(target).address()}.ask(Foreign{question})});
  oracle_.end_ask(ask, before);
}

/// Runs everything: here nobody else does.
void ActorModel::ask_and_wait(std::uint32_t target) {
  const Duration timeout = draw_timeout();
  const std::uint32_t ask = oracle_.begin_ask(nobody, target, timeout);
  const std::uint32_t question = oracle_.asks()[ask].question;
  tell_deed(nobody, "ask and wait", target, question);
  const auto before = living_messages;
  auto future = ref(target).ask(Letter{question}, timeout);
  oracle_.end_ask(ask, before);
  note_outcome(ask, std::move(future).wait());
}

void ActorModel::note_outcome(std::uint32_t ask, const std::expected<Answer, AskError>& outcome) {
  tell_deed(oracle_.asks()[ask].asker, outcome.has_value() ? "has the answer of" : "has an error of",
            oracle_.asks()[ask].question);
  oracle_.note_outcome(ask, outcome.has_value()
                                ? std::expected<std::uint32_t, AskError>{outcome->id}
                                : std::expected<std::uint32_t, AskError>{std::unexpected{outcome.error()}});
}

void ActorModel::cancel_ask() {
  if (futures_.empty()) {
    return;
  }
  const auto place = futures_.begin() + draw(static_cast<std::uint32_t>(futures_.size()));
  tell_deed(nobody, "cancel ask of", oracle_.asks()[place->ask].question);
  oracle_.note_forgotten(place->ask);
  futures_.erase(place);
}

void ActorModel::poll_futures() {
  std::erase_if(futures_, [this](Future& each) {
    if (!each.future.is_ready()) {
      return false;
    }
    note_outcome(each.ask, std::move(each.future).wait());
    return true;
  });
}

void ActorModel::stop(std::uint32_t target) {
  tell_deed(nobody, "stop", target);
  if (system_->stop(ref(target)).has_value()) {
    oracle_.note_stop_sent(target);
  } else if (of(target).lives() && !of(target).must_end) {
    oracle_.fail("one that lives can be stopped", target);
  }
}

void ActorModel::suspend(std::uint32_t target) {
  tell_deed(nobody, "suspend", target);
  if (system_->suspend(ref(target)).has_value()) {
    oracle_.note_suspended(target);
  }
}

void ActorModel::resume() {
  const auto count = static_cast<std::uint32_t>(oracle_.actors().size());
  const std::uint32_t first = draw(count);
  for (std::uint32_t offset = 0; offset < count; ++offset) {
    const std::uint32_t target = (first + offset) % count;
    if (of(target).lives() && of(target).suspends != 0) {
      tell_deed(nobody, "resume", target);
      if (system_->resume(ref(target)).has_value()) {
        oracle_.note_resumed(target);
      }
      return;
    }
  }
}

}  // namespace sluice::actor_model
