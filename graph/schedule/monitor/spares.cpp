// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <sluice/graph/schedule/monitor/spares.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

Spares::Spares(Scheduler& scheduler, MonitorPort& port, const MonitorSettings& settings)
    : scheduler_{scheduler}, port_{port}, calm_{settings.calm} {
  for (Worker* const worker : scheduler.everybody().subspan(scheduler.regular())) {
    spares_.push_back({.worker = worker});
  }
  most_ = static_cast<std::uint32_t>(spares_.size());
  scheduler_.cover(most_ == 0 ? Scheduler::any_number : 0);
}

void Spares::adjust(Need need, Instant now) noexcept {
  const std::uint32_t before = count();
  see_off();
  const std::uint32_t joined = count(State::joined);
  if (joined < std::min(need.to_have, most_)) {
    add(std::min(need.to_have, most_) - joined);
  }
  if (joined <= need.to_keep) {
    needed_last_ = now;
  } else if (now - needed_last_ >= calm_) {
    send_away(joined - need.to_keep);
  }
  engage();
  tell(before);
}

std::uint32_t Spares::count() const noexcept {
  return static_cast<std::uint32_t>(spares_.size()) - count(State::absent);
}

std::uint32_t Spares::count(State state) const noexcept {
  return static_cast<std::uint32_t>(std::ranges::count(spares_, state, &Spare::state));
}

/// Those who are gone, or are asleep and to go.
void Spares::see_off() noexcept {
  for (Spare& spare : spares_) {
    const bool is_gone = spare.state == State::leaving  ? scheduler_.dismiss(*spare.worker)
                         : spare.state == State::joined ? spare.worker->has_departed()  // it was asked to stay too late
                                                        : false;
    if (is_gone) {
      port_.let_go(*spare.worker);
      spare.state = State::absent;
    }
  }
}

/// Those who are about to leave first: they have threads.
void Spares::add(std::uint32_t missing) noexcept {
  for (Spare& spare : spares_) {
    if (missing != 0 && spare.state == State::leaving) {
      spare.worker->resume_membership();
      spare.state = State::joined;
      --missing;
    }
  }
  for (Spare& spare : spares_) {
    if (missing != 0 && spare.state == State::absent) {
      if (!take_on(spare)) {
        return;
      }
      --missing;
    }
  }
}

bool Spares::take_on(Spare& spare) noexcept {
  if (!port_.hire(*spare.worker)) {
    most_ = count();  // asking for more would fail again, and cost time
    return false;
  }
  spare.state = State::joined;
  engage();
  scheduler_.join(*spare.worker);
  return true;
}

/// Those who have nothing to do first.
void Spares::send_away(std::uint32_t surplus) noexcept {
  for (const bool busy : {false, true}) {
    for (Spare& spare : spares_) {
      if (surplus != 0 && spare.state == State::joined && (spare.worker->running() != nullptr) == busy) {
        spare.state = State::leaving;
        --surplus;
      }
    }
  }
  see_off();
}

void Spares::engage() noexcept {
  std::size_t last = 0;
  for (std::size_t i = 0; i < spares_.size(); ++i) {
    last = spares_[i].state == State::absent ? last : i + 1;
  }
  scheduler_.engage(scheduler_.regular() + last);
}

void Spares::tell(std::uint32_t before) noexcept {
  const std::uint32_t now = count();
  scheduler_.cover(now < most_ ? count(State::joined) : Scheduler::any_number);
  if (now != before) {
    port_.publish({.kind = engine::ExecutorEvent::Kind::rebalanced, .regulars = scheduler_.regular(), .spares = now});
  }
}

}  // namespace sluice::inline SLUICE_ABI::schedule
