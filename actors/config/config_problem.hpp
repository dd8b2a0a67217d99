// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <string_view>

namespace sluice::inline SLUICE_ABI {

/// What is wrong with an id, or with what it names.
enum class ConfigProblem : std::uint8_t {
  none,
  unknown_dispatcher,  ///< nothing has this id
  unknown_mailbox,     ///< the same
  alias_loop,          ///< the id leads back to itself
  too_many_aliases,    ///< the id leads on and on
  mailbox_of_mailbox,  ///< the mailbox of this id is to be another one's: that is what an alias is for
  dispatcher_needs,    ///< the mailbox is none that the dispatcher of this id takes
  broken_promise,      ///< the mailbox of this id has not what it says that it produces
  bad_mailbox,         ///< the mailbox of this id cannot be made
};

[[nodiscard]] constexpr std::string_view describe(ConfigProblem problem) noexcept {
  switch (problem) {
    case ConfigProblem::none: return "nothing is wrong with the configuration";
    case ConfigProblem::unknown_dispatcher: return "no dispatcher has this id";
    case ConfigProblem::unknown_mailbox: return "no mailbox has this id";
    case ConfigProblem::alias_loop: return "the aliases lead back to where they were";
    case ConfigProblem::too_many_aliases: return "more than 20 aliases lead from one to the next";
    case ConfigProblem::mailbox_of_mailbox: return "a mailbox is not described by the id of another: use an alias";
    case ConfigProblem::dispatcher_needs: return "the dispatcher needs another kind of mailbox";
    case ConfigProblem::broken_promise: return "the mailbox does not produce the queue that its descriptor says";
    case ConfigProblem::bad_mailbox: return "the mailbox cannot be made as described: look at its capacity and marks";
  }
  return "an unknown problem";
}

}  // namespace sluice::inline SLUICE_ABI
