// SPDX-License-Identifier: BSL-1.0
#include <chrono>
#include <sluice/engine/platform.hpp>
#include <sluice/graph/schedule/monitor/event_outlet.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

using engine::ExecutorEvent;

void EventOutlet::publish(const ExecutorEvent& event, Instant now) noexcept {
  const auto listeners = listeners_.lock();
  listeners->for_each([&event](engine::ExecutorListener& listener) { listener.publish(event); });
  if (listeners->is_empty() && event.kind != ExecutorEvent::Kind::rebalanced && now >= next_line_) {
    next_line_ = later(now, std::chrono::seconds{1});
    engine::platform::write("sluice: " + describe(event) + '\n');
  }
}

std::string describe(const ExecutorEvent& event) {
  const auto milliseconds =
      std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(event.lasted).count()) + " ms";
  const std::string worker = "worker " + std::to_string(event.worker);
  switch (event.kind) {
    case ExecutorEvent::Kind::starvation:
      return worker + (event.is_computing ? " computes in " : " is blocked in ") + event.name + " for " + milliseconds +
             " while others wait" + (event.is_computing ? "" : "; use sluice::blocking for code that must block");
    case ExecutorEvent::Kind::rebalanced:
      return std::to_string(event.spares) + " spare workers beside " + std::to_string(event.regulars);
    case ExecutorEvent::Kind::host_overloaded:
      return worker + " waits for a thread of its host for " + milliseconds + "; its work is kept";
    case ExecutorEvent::Kind::host_recovered: return "the host has threads again, after " + milliseconds;
  }
  return std::string{describe(event.kind)};
}

}  // namespace sluice::inline SLUICE_ABI::schedule
