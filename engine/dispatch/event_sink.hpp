// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <string_view>

namespace sluice::inline SLUICE_ABI::engine {

class Mailbox;

/// Something about a mailbox that somebody may want to know. What two threads tell may come in another order than it
/// happened: relief before its pressure, or the pressure of a sender that came too late after `closed`.
struct MailboxEvent {
  enum class Kind : std::uint8_t {
    pressure,  ///< the depth rose above the high-water mark; once per crossing
    relief,    ///< it fell below the low-water mark again
    rejected,  ///< the executor refused it, the retries included; once until it accepts again. Whoever comes next has
               ///< it tried again: a post, or `register_for_execution`, but not from within this call
    closed,    ///< it is closed and drained
  };

  Kind kind;
  const Mailbox* mailbox;
  const char* name;            ///< of the kind of actor
  std::uint32_t depth = 0;     ///< of pressure and relief
  std::uint32_t capacity = 0;  ///< of pressure and relief
};

[[nodiscard]] constexpr std::string_view describe(MailboxEvent::Kind kind) noexcept {
  switch (kind) {
    case MailboxEvent::Kind::pressure: return "the mailbox is filling up";
    case MailboxEvent::Kind::relief: return "the mailbox has room again";
    case MailboxEvent::Kind::rejected: return "the executor refused to run the mailbox; its messages are kept";
    case MailboxEvent::Kind::closed: return "the mailbox is closed and drained";
  }
  return "an unknown event";
}

/// Where mailboxes tell what happens to them.
///
/// Thread safety: called from any thread or interrupt that uses a mailbox, perhaps within a wake: it takes note, and
/// neither blocks nor uses a mailbox.
class EventSink {
public:
  virtual void publish(const MailboxEvent& event) noexcept = 0;

protected:
  ~EventSink() = default;
};

}  // namespace sluice::inline SLUICE_ABI::engine
