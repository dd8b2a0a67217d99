// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/actors/life/supervision.hpp>
#include <sluice/actors/mailboxes.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/error.hpp>
#include <string_view>

namespace sluice::inline SLUICE_ABI {

namespace engine {
class Dispatcher;
}

/// How an actor is set up; all of it has defaults.
///
///     system.spawn<Counter>({.name = "counter", .mailbox = Bounded{.capacity = 1024}});
struct SpawnOptions {
  std::string_view name{};                   ///< unique among siblings, or it gets a number; none: `anonymous-<number>`
  MailboxChoice mailbox{};                   ///< what its mailbox does when it is full
  engine::Dispatcher* dispatcher = nullptr;  ///< how it is run; null: as the system's others
  Supervision supervision{};                 ///< what becomes of it when a handler fails
};

/// Why an actor was not spawned.
struct SpawnError {
  Error error = Error::invalid_argument;
  const char* required = nullptr;  ///< a kind of mailbox that the actor needs ...
  const char* actual = nullptr;    ///< ... and the one it was given
  bool has_bad_name = false;       ///< it is too long, has a slash, or begins as those of the nameless do
  bool cannot_restart = false;     ///< it was to be restarted, and cannot be copied
};

[[nodiscard]] constexpr std::string_view describe(const SpawnError& error) noexcept {
  if (error.required != nullptr) {
    return "the actor needs another kind of mailbox";
  }
  if (error.has_bad_name) {
    return "a name has at most 128 characters and no slash, and does not begin with \"anonymous-\"";
  }
  if (error.cannot_restart) {
    return "a function that cannot be copied cannot be restarted";
  }
  switch (error.error) {
    case Error::closed: return "the parent is stopping and takes no more children";
    case Error::invalid_argument: return "the mailbox cannot be made as asked for: look at its capacity and its marks";
    default: return describe(error.error);
  }
}

}  // namespace sluice::inline SLUICE_ABI
