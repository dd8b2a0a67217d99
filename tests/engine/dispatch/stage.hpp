// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/engine/clock.hpp>
#include <sluice/engine/dispatch/dispatcher.hpp>

#include "event_words.hpp"
#include "picky_executor.hpp"
#include "recorder.hpp"

namespace sluice::engine {

/// Where a test's mailboxes live: everything that happens to them is in one trace, and time is the test's.
struct Stage {
  explicit Stage(const DispatcherSettings& settings = {}, MetricsSink* metrics = nullptr) noexcept
      : dispatcher{executor, settings, {&clock, &events, metrics}} {}

  TraceText trace;
  EventWords events{trace};
  ManualClock clock;
  PickyExecutor executor;
  Dispatcher dispatcher;
};

}  // namespace sluice::engine
