// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/engine/dispatch/event_sink.hpp>

#include "trace_text.hpp"

namespace sluice::engine {

/// Writes events into a trace: `pressure:8/10`, `relief:4/10`, `rejected`, `closed`.
class EventWords final : public EventSink {
public:
  explicit EventWords(sluice_test::TraceText& trace) noexcept : trace_{trace} {}

  void publish(const MailboxEvent& event) noexcept override {
    switch (event.kind) {
      case MailboxEvent::Kind::pressure: trace_.add("pressure:", event.depth, "/", event.capacity); break;
      case MailboxEvent::Kind::relief: trace_.add("relief:", event.depth, "/", event.capacity); break;
      case MailboxEvent::Kind::rejected: trace_.add("rejected"); break;
      case MailboxEvent::Kind::closed: trace_.add("closed"); break;
    }
  }

private:
  sluice_test::TraceText& trace_;
};

}  // namespace sluice::engine
