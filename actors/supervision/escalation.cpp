// SPDX-License-Identifier: BSL-1.0
// Failures that the parent decides on: of those that escalate, and of those whose siblings share their fate.
#include <sluice/actors/events/actor_events.hpp>
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/life/belongings.hpp>
#include <sluice/actors/supervision/care.hpp>
#include <sluice/actors/supervision/ruling.hpp>
#include <sluice/actors/system/system_record.hpp>
#include <sluice/engine/assert.hpp>

namespace sluice::inline SLUICE_ABI {

/// Handles nothing from here on, nor do those below it. What was thrown lives no longer than the handler.
void Actor::await_verdict(const ActorError& error, bool has_thrown, bool escalates) noexcept {
  Care& own = *care();
  own.wait = Care::Wait::verdict;
  own.has_failed_at_start = is_starting_;
  is_restarting_ = true;
  cell_->suspend();
  suspend_subtree();
  FailureReport& report = own.report;
  report.kind = Control::Kind::failed;
  report.generation = parent_->address().generation;
  report.error = error;
  report.error.text = has_thrown ? "it has thrown" : error.text;
  report.incarnation = own.orders_obeyed;
  report.escalates = escalates;
  engine::check(parent_->cell_->post_system(report), "a parent outlives its children");
}

/// Tells those below it whether they may handle messages.
void Actor::suspend_subtree() noexcept {
  const bool suspends = care()->suspends_subtree();
  belongings_->children.for_each_ordered([suspends](ParentalOrders& orders) {
    if (orders.suspends != suspends) {
      orders.suspends = suspends;
      orders.send();
    }
  });
}

/// A child wants to know what becomes of it. One that has been told to restart since it failed does that: its failure is
/// that of an earlier incarnation.
void Actor::hear_failure(FailureReport& report) noexcept {
  const bool awaits_verdict = is_restarting_ && care()->wait == Care::Wait::verdict;
  if (is_stopping_ || stop_requested_ || (is_restarting_ && !awaits_verdict)) {
    answer(report, Directive::stop);
  } else if (awaits_verdict) {
    hold(report, false);
  } else if (report.incarnation != report.child.care()->orders.restarts_told) {
    answer(report, Directive::restart);
  } else if (report.escalates) {
    fail_for(report);
  } else {
    decide_for_all(report);
  }
}

/// In place of its child, with the same error.
void Actor::fail_for(FailureReport& report) noexcept {
  fail(nullptr, report.error);
  if (is_restarting_ && care()->wait == Care::Wait::verdict) {
    hold(report, true);
  } else {
    answer(report, is_restarting_ || stop_requested_ ? Directive::stop : Directive::resume);
  }
}

/// The child waits, so what is its own may be looked at.
void Actor::decide_for_all(FailureReport& report) noexcept {
  ChildrenRule& rule = *belongings_->of_children;
  Actor& child = report.child;
  Care& its = *child.care();
  const std::optional<Directive> decided = rule.strategy.rule().decide(report.error, its.statistics);
  Ruling ruling{.directive = decided.value_or(Directive::stop), .has_decider_failed = !decided.has_value()};
  if (ruling.directive == Directive::resume && its.has_failed_at_start) {
    ruling.directive = Directive::restart;
  }
  report.delay = {};
  if (ruling.directive == Directive::restart) {
    const Restart limits = rule.strategy.rule().limits_for(report.error);
    const bool is_admitted = child.admits_restart(limits, its.has_failed_at_start, rule.of_all, report.delay);
    ruling.directive = is_admitted ? Directive::restart : Directive::stop;
    its.statistics.restarts += is_admitted ? 1 : 0;
    its.statistics.restarts_in_window = rule.of_all.restarts_in_window;
    its.statistics.window_begin = rule.of_all.window_begin;
  }
  publish_failure(child, report.error, ruling, false);
  switch (ruling.directive) {
    case Directive::resume: answer(report, Directive::resume); break;
    case Directive::restart: restart_all(report); break;
    case Directive::stop:
      belongings_->children.stop_all();
      answer(report, Directive::stop);
      break;
    case Directive::escalate: fail_for(report); break;
  }
}

/// In the order of their spawning.
void Actor::restart_all(FailureReport& report) noexcept {
  ParentalOrders& its = report.child.care()->orders;
  const Duration delay = report.delay;
  bool is_answered = false;
  belongings_->children.for_each_ordered([&](ParentalOrders& orders) {
    if (&orders == &its) {
      is_answered = true;
      answer(report, Directive::restart);
      return;
    }
    orders.restarts = true;
    orders.delay = delay;
    ++orders.restarts_told;
    orders.send();
  });
  if (!is_answered) {
    answer(report, Directive::restart);
  }
}

/// From here on it is the child's again, which may end.
void Actor::answer(FailureReport& report, Directive verdict) noexcept {
  Actor& child = report.child;
  report.kind = Control::Kind::verdict;
  report.generation = child.address().generation;
  report.verdict = verdict;
  engine::check(child.cell_->post_system(report), "a child waits for its verdict");
}

void Actor::hold(FailureReport& report, bool is_cause) noexcept {
  report.is_cause = is_cause;
  report.next = std::exchange(care()->held, &report);
}

/// Its own verdict is known. Who made it fail shares it; who failed meanwhile is heard if it goes on.
void Actor::release_held(Directive verdict) noexcept {
  FailureReport* report = std::exchange(care()->held, nullptr);
  while (report != nullptr) {
    FailureReport& each = *std::exchange(report, report->next);
    if (verdict != Directive::resume) {
      answer(each, Directive::stop);  // with all children
    } else if (each.is_cause) {
      answer(each, Directive::resume);
    } else {
      hear_failure(each);
    }
  }
}

void Actor::hear_verdict() noexcept {
  Care& own = *care();
  own.wait = Care::Wait::nothing;
  is_restarting_ = false;
  Directive verdict = own.report.verdict;
  const bool is_ordered = std::exchange(own.is_ordered_to_restart, false);
  if (verdict == Directive::resume && (is_ordered || own.has_failed_at_start)) {
    verdict = is_ordered ? Directive::restart : Directive::stop;  // there is nothing yet that could go on
  }
  has_failed_ = has_failed_ || verdict == Directive::stop;
  if (is_stopping_) {
    release_held(Directive::stop);
    is_stopping_ = false;  // it had to wait for this
    begin_stop();
    return;
  }
  if (verdict == Directive::restart && !can_renew()) {
    verdict = Directive::stop;
  }
  if (verdict == Directive::resume) {
    cell_->resume();
    suspend_subtree();
    begin_retry();
    release_held(verdict);
  } else if (verdict == Directive::restart) {
    release_held(verdict);
    own.delay = is_ordered ? own.delay : own.report.delay;
    restart();
    cell_->resume();
  } else {
    release_held(verdict);
    execute(Directive::stop);
    return;
  }
  obey_deferred();
}

void Actor::hear_order() noexcept {
  Care& own = *care();
  bool restarts = false;
  bool suspends = false;
  Duration delay{};
  parent_->belongings_->children.look_at_orders([&] {
    own.orders.is_on_its_way = false;
    restarts = std::exchange(own.orders.restarts, false);
    suspends = own.orders.suspends;
    delay = own.orders.delay;
    own.orders_obeyed = own.orders.restarts_told;
  });
  if (is_stopping_) {
    return;
  }
  if (suspends != own.is_suspended_by_parent) {
    own.is_suspended_by_parent = suspends;
    suspends ? cell_->suspend() : cell_->resume();
    suspend_subtree();
    if (!suspends) {
      go_on_retrying();
      obey_deferred();
    }
  }
  if (restarts && !stop_requested_) {
    restart_with_siblings(delay);
  }
}

/// It did not fail, but one of those it works with.
void Actor::restart_with_siblings(Duration delay) noexcept {
  Care& own = *care();
  if (is_restarting_) {
    own.is_ordered_to_restart = own.wait == Care::Wait::verdict;  // otherwise it starts anew in any case
    own.delay = own.is_ordered_to_restart ? delay : own.delay;
    return;
  }
  const Directive directive = can_renew() ? Directive::restart : Directive::stop;
  if (directive == Directive::restart) {
    ++own.statistics.restarts;
    own.delay = delay;
  }
  publish_failure(*this, ActorError::retryable("a sibling failed"), {.directive = directive, .is_due_to_sibling = true},
                  false);
  execute(directive);
  obey_deferred();
}

}  // namespace sluice::inline SLUICE_ABI
