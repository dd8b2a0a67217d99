// SPDX-License-Identifier: BSL-1.0
#include "actor_model.hpp"

#include <cstdio>
#include <sluice/actors/events/actor_events.hpp>

namespace sluice::actor_model {

using std::chrono::milliseconds;

Token::Token(ActorModel& model, std::uint32_t actor) : model_{&model}, actor_{actor} {
  model.oracle().begin_token(actor);
}

Token::~Token() { model_->oracle().end_token(actor_); }

ActorModel::ActorModel(std::uint32_t seed, bool tells)
    : random_{seed * 0x9E37'79B9'7F4A'7C15u + 1}, tells_{tells}, executor_{seed} {
  living_messages = 0;
  const bool is_short = draws(50);
  system_.emplace(
      SystemOptions{.executor = &executor_, .clock = &clock_, .dispatcher = {.throughput = is_short ? 1 : 8}});
  system_->dead_letters().set_writing(false);
  listen();
  for (std::uint32_t actor = 0; actor < 4; ++actor) {
    spawn_top_level();
  }
}

void ActorModel::listen() {
  letters_ = *system_->events().subscribe<DeadLetter>([this](const DeadLetter& dead) {
    std::uint32_t letter = nobody;
    if (const auto* const plain = dead.message<Letter>()) {
      letter = plain->id;
    } else if (const auto* const answer = dead.message<Answer>()) {
      letter = answer->id;
    } else if (const auto* const stray = dead.message<Stray>()) {
      letter = stray->id;
    } else if (const auto* const foreign = dead.message<Foreign>()) {
      letter = foreign->id;
    }
    tell_deed(nobody, "dead letter", letter, static_cast<std::uint32_t>(dead.reason));
    if (letter == nobody) {
      oracle_.fail("a dead letter that nobody wrote");
    } else {
      oracle_.note_dead(letter, dead.reason);
    }
  });
  failures_ = *system_->events().subscribe<ActorFailed>([this](const ActorFailed& failed) {
    const auto& actors = oracle_.actors();
    for (std::uint32_t actor = 0; actor < actors.size(); ++actor) {
      if (actors[actor].lives() && actors[actor].ref == failed.actor) {
        tell_deed(actor, failed.restarts ? "restarts" : failed.directive == Directive::resume ? "resumes" : "fails");
        oracle_.note_failed(actor, failed.error, failed.directive);
        return;
      }
    }
    oracle_.fail("somebody failed who does not live");
  });
}

std::uint32_t ActorModel::draw(std::uint32_t below) noexcept {
  random_ += 0x9E37'79B9'7F4A'7C15u;  // splitmix64
  std::uint64_t bits = random_;
  bits = (bits ^ (bits >> 30)) * 0xBF58'476D'1CE4'E5B9u;
  bits = (bits ^ (bits >> 27)) * 0x94D0'49BB'1331'11EBu;
  return static_cast<std::uint32_t>((bits ^ (bits >> 31)) % below);
}

/// Most often one that lives.
std::uint32_t ActorModel::draw_actor() noexcept {
  const auto count = static_cast<std::uint32_t>(oracle_.actors().size());
  std::uint32_t actor = draw(count);
  for (std::uint32_t tries = 0; tries < 6 && !of(actor).lives(); ++tries) {
    actor = draw(count);
  }
  while (!of(actor).is_in) {
    actor = draw(count);
  }
  return actor;
}

Duration ActorModel::draw_timeout() noexcept { return draws(40) ? Duration{} : milliseconds{1 + draw(20)}; }

void ActorModel::tell_deed(std::uint32_t self, const char* deed, std::uint32_t number, std::uint32_t more) {
  if (!tells_) {
    return;
  }
  std::printf("%lld ms  ", static_cast<long long>(clock_.now().time_since_epoch() / milliseconds{1}));
  self == nobody ? std::printf("outside: ") : std::printf("actor %u: ", self);
  std::printf("%s", deed);
  for (const std::uint32_t each : {number, more}) {
    if (each != nobody) {
      std::printf(" %u", each);
    }
  }
  std::printf("\n");
  std::fflush(stdout);
}

bool ActorModel::step() {
  step_outside(draw(100));
  return oracle_.is_right();
}

void ActorModel::step_outside(std::uint32_t choice) {
  if (choice < 24) {
    send(nobody, draw_actor());
  } else if (choice < 30) {
    try_send(nobody, draw_actor());
  } else if (choice < 32) {
    send_stray(draw_actor());
  } else if (choice < 35) {
    send_foreign(draw_actor());
  } else if (choice < 39) {
    ask(draw_actor());
  } else if (choice < 40) {
    ask_foreign(draw_actor());
  } else if (choice < 41) {
    ask_and_wait(draw_actor());
  } else if (choice < 43) {
    cancel_ask();
  } else if (choice < 50) {
    spawn_top_level();
  } else if (choice < 53) {
    stop(draw_actor());
  } else if (choice < 57) {
    suspend(draw_actor());
  } else if (choice < 63) {
    resume();
  } else if (choice < 78) {
    const std::uint32_t budget = 1 + draw(6);
    tell_deed(nobody, "run", budget);
    executor_.tick(budget);
  } else if (choice < 84) {
    advance();
  } else if (choice < 88) {
    poll_futures();
  } else {
    idle();
  }
}

void ActorModel::advance() {
  const std::uint32_t by = draws(20) ? 40 : 1 + draw(8);
  tell_deed(nobody, "advance", by);
  clock_.advance(milliseconds{by});
  system_->advance_timers();
}

void ActorModel::idle() {
  tell_deed(nobody, "run until idle");
  executor_.run_until_idle();
  poll_futures();
  oracle_.check_idle();
  check_counters();
}

void ActorModel::check_counters() {
  const Counts& counts = oracle_.counts();
  for (std::uint32_t reason = 0; reason < engine::dead_letter_reasons; ++reason) {
    const auto known = static_cast<DeadLetterReason>(reason);
    if (system_->dead_letters().count(known) != counts.dead[reason]) {
      oracle_.fail("dead letters are counted by reason: " + std::string{describe(known)});
    }
  }
  if (system_->mismatches() != counts.dead[static_cast<std::size_t>(DeadLetterReason::type_mismatch)]) {
    oracle_.fail("mismatches are counted");
  }
}

bool ActorModel::finish() {
  if (draws(50)) {
    idle();
  }
  if (!oracle_.is_right()) {
    return false;
  }
  tell_deed(nobody, "shutdown");
  is_draining_ = true;
  oracle_.note_shutdown();
  const SystemReport report = system_->shutdown(std::chrono::seconds{60});
  std::uint64_t dead = 0;
  for (const std::uint64_t each : oracle_.counts().dead) {
    dead += each;
  }
  if (!report.is_complete || report.dead_letters != dead) {
    oracle_.fail("a shutdown ends everybody and tells of all dead letters");
  }
  poll_futures();
  if (!futures_.empty()) {
    oracle_.fail("a question has no outcome behind the end of its system");
  }
  for (std::uint32_t actor = 0; actor < oracle_.actors().size(); ++actor) {
    if (of(actor).is_in && ref(actor).tell(Letter{nobody}).has_value()) {
      oracle_.fail("a message was sent to a system that is gone", actor);
    }
  }
  if (oracle_.is_right()) {
    oracle_.check_end();
  }
  return oracle_.is_right();
}

}  // namespace sluice::actor_model
