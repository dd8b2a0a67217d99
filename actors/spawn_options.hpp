// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/actors/config/config_problem.hpp>
#include <sluice/actors/config/dispatcher_choice.hpp>
#include <sluice/actors/config/queue_semantics.hpp>
#include <sluice/actors/life/supervision.hpp>
#include <sluice/actors/mailboxes.hpp>
#include <sluice/actors/supervision/strategy.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/error.hpp>
#include <span>
#include <string_view>

namespace sluice::inline SLUICE_ABI {

struct Alias;
class MiddlewareChain;

/// How an actor is set up; all of it has defaults.
///
///     system.spawn<Counter>({.name = "counter", .mailbox = Bounded{.capacity = 1024}});
struct SpawnOptions {
  std::string_view name{};          ///< unique among siblings, or it gets a number; none: `anonymous-<number>`
  MailboxChoice mailbox{};          ///< what its mailbox does when it is full, or the id of one
  DispatcherChoice dispatcher{};    ///< how it is run, or by its id; null: as the system's others
  Supervision supervision{};        ///< what becomes of it when a handler fails
  SupervisionStrategy children{};   ///< what becomes of its children that say nothing themselves
  bool reentrant = false;           ///< it handles other messages while a handler waits
  QueueSemantics required_queue{};  ///< what its mailbox must have, besides what its class says
  const MiddlewareChain* middleware = nullptr;  ///< what its messages pass; lives longer than it; null: nothing
};

/// Why an actor was not spawned.
struct SpawnError {
  Error error = Error::invalid_argument;
  const char* required = nullptr;  ///< a kind of mailbox that the actor needs ...
  const char* actual = nullptr;    ///< ... and the one it was given
  bool has_bad_name = false;       ///< it is too long, has a slash, or begins as those of the nameless do
  bool cannot_restart = false;     ///< it was to be restarted, and cannot be copied
  ConfigProblem problem = ConfigProblem::none;
  std::string_view id{};             ///< what the problem is with: a text of the options or of the configuration
  std::span<const Alias> aliases{};  ///< those that lead from `id` to itself
};

[[nodiscard]] constexpr std::string_view describe(const SpawnError& error) noexcept {
  if (error.problem != ConfigProblem::none) {
    return describe(error.problem);
  }
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

/// The same with names: what is unknown, what leads where, what was needed and what there was. Into `text`.
[[nodiscard]] std::string_view explain(const SpawnError& error, std::span<char> text) noexcept;

}  // namespace sluice::inline SLUICE_ABI
