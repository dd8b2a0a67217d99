// SPDX-License-Identifier: BSL-1.0
#include <optional>
#include <sluice/graph/schedule/timers/timer_driver_core.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

std::uint32_t TimerDriverCore::stop() noexcept {
  wheel_.unwatch(*this);
  if (state_.stop() == DriverState::Duty::wake) {
    wake_up();
  }
  return starts_.get();  // nobody writes it any more
}

void TimerDriverCore::drive() noexcept {
  std::optional<Instant> rest;  // until when it stays although no timer is set
  for (;;) {
    const DriverState::News news = state_.begin_look();
    if (news == DriverState::News::stop) {
      return;
    }
    wheel_.advance();
    std::optional<Instant> moment = wheel_.next_deadline();
    if (moment) {
      rest.reset();
    } else {
      const Instant now = clock().now();
      if (!rest || news == DriverState::News::some) {
        rest = later(now, linger_);
      }
      if (now >= *rest) {
        if (state_.try_end()) {
          return;
        }
        continue;
      }
      moment = rest;
    }
    if (state_.try_sleep(*moment)) {
      park_until(*moment);
    }
  }
}

bool TimerDriverCore::act(DriverState::Duty duty) noexcept {
  if (duty == DriverState::Duty::wake) {
    wake_up();
  }
  if (duty != DriverState::Duty::start) {
    return false;
  }
  starts_.set(starts_.get() + 1);
  return true;
}

}  // namespace sluice::inline SLUICE_ABI::schedule
