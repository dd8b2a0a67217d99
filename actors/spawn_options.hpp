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
};

[[nodiscard]] constexpr std::string_view describe(const SpawnError& error) noexcept {
  if (error.required != nullptr) {
    return "the actor needs another kind of mailbox";
  }
  switch (error.error) {
    case Error::closed: return "the parent is stopping and takes no more children";
    case Error::invalid_argument: return "the mailbox cannot be made as asked for: look at its capacity and its marks";
    default: return describe(error.error);
  }
}

}  // namespace sluice::inline SLUICE_ABI
