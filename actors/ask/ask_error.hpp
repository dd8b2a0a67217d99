// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/actors/untyped_ref.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>
#include <source_location>
#include <string_view>

namespace sluice::inline SLUICE_ABI {

/// Why an ask got no answer, and all that helps to find out more.
struct AskError {
  enum class Reason : std::uint8_t {
    timed_out,       ///< it took too long; an answer that comes later is a dead letter
    stopped,         ///< the actor has ended, perhaps long ago
    rejected,        ///< its mailbox was full
    failed,          ///< its handler failed
    no_answer,       ///< its handler was done without one
    wrong_type,      ///< the answer was of another type than the one asked for
    out_of_memory,   ///< the question could not be sent
    out_of_scope,    ///< the actor's system is gone
    inside_handler,  ///< a handler must not block its thread
    nothing_runs,    ///< an executor that is driven by hand has nothing left to run
    cancelled,       ///< nobody wants it any more
    cycle,           ///< it would wait for the handler that asks
  };

  Reason reason = Reason::timed_out;
  UntypedRef target;              ///< who was asked
  const char* target_name = "";   ///< its type's
  const char* message_type = "";  ///< what it was asked
  std::source_location where{};   ///< by whom
  Duration waited{};              ///< for how long
  UntypedRef slowest{};           ///< of a timeout: who has not answered, `target` or somebody whom that one asked ...
  const char* detail = "";        ///< ... its type's name; of a cycle: "ask cycle: A -> B -> A"
};

[[nodiscard]] constexpr std::string_view describe(AskError::Reason reason) noexcept {
  switch (reason) {
    case AskError::Reason::timed_out: return "no answer before the timeout";
    case AskError::Reason::stopped: return "the actor has stopped";
    case AskError::Reason::rejected: return "the actor's mailbox is full";
    case AskError::Reason::failed: return "the actor's handler failed";
    case AskError::Reason::no_answer: return "the actor's handler gave no answer";
    case AskError::Reason::wrong_type: return "the answer is of another type than the one asked for";
    case AskError::Reason::out_of_memory: return "no memory is left for the question";
    case AskError::Reason::out_of_scope: return "the actor's system is gone";
    case AskError::Reason::inside_handler: return "a handler must not wait for an answer: ask through its context";
    case AskError::Reason::nothing_runs: return "nothing is left to run that could answer";
    case AskError::Reason::cancelled: return "the question was cancelled";
    case AskError::Reason::cycle: return "the actor waits, perhaps by way of others, for the one who asks";
  }
  return "unknown";
}

}  // namespace sluice::inline SLUICE_ABI
