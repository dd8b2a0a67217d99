// SPDX-License-Identifier: BSL-1.0
// An actor fails: what is decided, by whom, and what becomes of its message.
#include <sluice/actors/events/actor_events.hpp>
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/life/belongings.hpp>
#include <sluice/actors/supervision/care.hpp>
#include <sluice/actors/supervision/ruling.hpp>
#include <sluice/actors/system/system_record.hpp>

namespace sluice::inline SLUICE_ABI {
namespace {

/// Tells apart those who draw from the same seed.
std::uint64_t number_of(const Actor& actor) noexcept {
  char path[128];
  TextWriter writer{path, sizeof path};
  actor.write_path(writer);
  std::uint64_t number = 0;
  for (const char letter : writer.text()) {
    number = scatter(number + static_cast<unsigned char>(letter));
  }
  return number;
}

}  // namespace

void Actor::fail(engine::Envelope* cause, const ActorError& error, bool has_thrown) noexcept {
  record_.supervision.note_failure(has_thrown);
  if (Care* const own = care(); own != nullptr) {
    if (is_restarting_ && own->wait == Care::Wait::verdict) {
      end_failing_message(cause, Directive::stop);
      return;  // it has failed already; its parent knows, and looks at its statistics
    }
    own->statistics.note_failure(record_.clock().now());
  }
  const Ruling ruling = rule_on(error, has_thrown);
  if (ruling.is_parents) {
    end_failing_message(cause, Directive::escalate);
    await_verdict(error, has_thrown, false);
    return;
  }
  end_failing_message(cause, ruling.directive);
  publish_failure(*this, error, ruling, has_thrown);
  if (ruling.directive == Directive::escalate) {
    await_verdict(error, has_thrown, true);
  } else {
    execute(ruling.directive);
  }
}

void Actor::fail_by_exception(engine::Envelope* cause, const char* text) noexcept {
  const bool is_recovered = care() != nullptr && care()->rule->recovers();
  fail(cause,
       {.kind = is_recovered ? ActorError::Kind::retryable : ActorError::Kind::fatal,
        .severity = is_recovered ? ActorError::Severity::error : ActorError::Severity::critical,
        .text = text},
       true);
}

/// Counts the restart that it allows.
Ruling Actor::rule_on(const ActorError& error, bool has_thrown) noexcept {
  Care* const own = care();
  if (own == nullptr || is_stopping_ || stop_requested_ || (has_thrown && !own->rule->recovers())) {
    return {};
  }
  if (own->asks_parent && !is_restarting_) {
    return {.is_parents = true};
  }
  const std::optional<Directive> decided = own->rule->decide(error, own->statistics);
  if (!decided.has_value()) {
    return {.has_decider_failed = true};
  }
  Directive directive = *decided;
  if (directive == Directive::escalate) {
    return {.directive = parent_ == nullptr || is_restarting_ ? Directive::stop : directive};
  }
  if (directive == Directive::resume && is_starting_) {
    directive = Directive::restart;  // there is nothing yet that could go on
  }
  if (directive == Directive::restart &&
      !admits_restart(own->rule->limits_for(error), is_starting_, own->statistics, own->delay)) {
    directive = Directive::stop;
  }
  return {.directive = directive};
}

/// Counts it if so. A start that fails is not tried for ever, unless it waits in between.
bool Actor::admits_restart(const Restart& limits, bool at_start, RestartStatistics& statistics,
                           Duration& delay) const noexcept {
  const bool is_endless = limits.max == Restart::unlimited && limits.backoff.first == Duration{};
  if (!can_renew() || (at_start && is_endless) || !statistics.admit(limits.max, limits.within, record_.clock().now())) {
    return false;
  }
  if (limits.backoff.first != Duration{}) {
    const std::uint64_t random = scatter(record_.seed ^ scatter(number_of(*this) + statistics.restarts));
    delay = delay_of(limits.backoff, statistics.restarts_in_window, random);
  }
  return true;
}

void Actor::execute(Directive directive) noexcept {
  switch (directive) {
    case Directive::resume: begin_retry(); break;
    case Directive::restart:
      if (is_restarting_) {
        return;  // it waits, and then starts anew in any case
      }
      if (is_starting_) {
        start_failed_ = true;
      } else {
        restart();
      }
      break;
    case Directive::stop:
    case Directive::escalate:
      has_failed_ = true;
      stop_requested_ = true;
      break;
  }
}

void Actor::end_failing_message(engine::Envelope* cause, Directive directive) noexcept {
  if (cause == nullptr || (belongings_ != nullptr && belongings_->has_owner)) {  // it was stashed, or was to be
    return;
  }
  if (Care* const own = care(); own != nullptr && directive != Directive::stop) {
    if (own->keeper.has_value() && own->keeper->claim(*cause)) {
      record_.supervision.note_retried();
      return;
    }
    if (own->rule->limits().failing_message.drops()) {
      record_.supervision.note_dropped();
      if (cause->reply != nullptr) {
        static_cast<AskSlot*>(cause->reply)->fail(AskError::Reason::failed);
      }
      return;
    }
  }
  record_.dead_letter({*cause, DeadLetterReason::handler_failed, address()});
}

/// True if it waits now, before it starts anew.
bool Actor::begin_backoff() noexcept {
  Care& own = *care();
  const Duration delay = std::exchange(own.delay, Duration{});
  if (delay == Duration{}) {
    return false;
  }
  own.wait = Care::Wait::backoff;
  own.backoff_over.generation = address().generation;
  // While the timer is set the actor does not end, so the waker, which is under the lock of the timers, only schedules.
  record_.timers().set(own.timer, later(record_.clock().now(), delay),
                       {[](void* self) noexcept {
                          auto& actor = *static_cast<Actor*>(self);
                          engine::check(actor.cell().post_system(actor.care()->backoff_over), "one that waits lives");
                        },
                        this});
  return true;
}

/// As a back-off that is over at once: whatever it was told meanwhile comes before, and others get the thread.
void Actor::begin_turn() noexcept {
  Care& own = *care();
  own.wait = Care::Wait::backoff;
  own.backoff_over.generation = address().generation;
  is_restarting_ = true;
  cell_->suspend();
  engine::check(cell_->post_system(own.backoff_over), "one that starts anew takes messages");
}

/// It ends instead: true if it waited for that. If its control is on its way already, that says nothing new.
bool Actor::leave_backoff() noexcept {
  if (care()->wait != Care::Wait::backoff) {
    return false;
  }
  (void)record_.timers().cancel(care()->timer);
  care()->wait = Care::Wait::nothing;
  is_restarting_ = false;
  return true;
}

void Actor::end_backoff() noexcept {
  if (care()->wait == Care::Wait::backoff && !is_stopping_) {
    start_anew();
    obey_deferred();
  }
}

/// Has it come before all that is in the mailbox, which is suspended until then.
void Actor::begin_retry() noexcept {
  Care* const own = care();
  if (own == nullptr || !own->keeper.has_value() || !own->keeper->is_due() || own->keeper->is_retry_on_its_way) {
    return;
  }
  own->keeper->is_retry_on_its_way = true;
  own->keeper->retry.generation = address().generation;
  cell_->suspend();
  engine::check(cell_->post_system(own->keeper->retry), "an actor that goes on takes messages");
}

/// What kept it from trying again may be over: then it does that before it handles another message.
void Actor::go_on_retrying() noexcept {
  if (!is_stopping_ && !stop_requested_ && !is_restarting_ && !is_suspended() && !is_waiting()) {
    begin_retry();
  }
}

/// Its mailbox goes on in any case: while it is suspended for this, what it waits for could not come.
void Actor::retry() noexcept {
  MessageKeeper& keeper = *care()->keeper;  // NOLINT(bugprone-unchecked-optional-access): its control is part of it
  keeper.is_retry_on_its_way = false;
  if (is_stopping_) {
    return;
  }
  cell_->resume();
  if (is_restarting_ || stop_requested_ || !keeper.is_due()) {
    return;  // it failed again meanwhile
  }
  if (is_suspended() || is_waiting()) {
    return;  // it stays due, until `go_on_retrying`
  }
  engine::Envelope& envelope = *keeper.take();
  keeper.note(envelope);
  receive_unqueued(*this, envelope);
  keeper.forget();
}

void Actor::give_up_retry() noexcept {
  if (Care* const own = care(); own != nullptr && own->keeper.has_value() && own->keeper->is_due()) {
    engine::Envelope& envelope = *own->keeper->take();
    record_.dead_letter({envelope, DeadLetterReason::handler_failed, address()});
    engine::end(envelope);
  }
}

}  // namespace sluice::inline SLUICE_ABI
