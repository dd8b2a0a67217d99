// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/actors/events/event_stream.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/dispatch/event_sink.hpp>

namespace sluice::inline SLUICE_ABI {

/// A bounded mailbox is filling up (more than 75 % by default), or has room again.
struct MailboxPressure {
  const char* actor_kind;
  std::uint32_t depth;
  std::uint32_t capacity;
  bool is_high;
};

/// The executor refused to run a mailbox, the retries included; its messages are kept. Perhaps published under a lock of
/// the mailbox: who hears it takes note, no more.
struct MailboxRejected {
  const char* actor_kind;
};

void publish_mailbox_event(EventStream& events, const engine::MailboxEvent& event) noexcept;

}  // namespace sluice::inline SLUICE_ABI
