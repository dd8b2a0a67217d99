// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <expected>
#include <sluice/actors/config/runtime_config.hpp>
#include <sluice/actors/spawn_options.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/dispatch/settings.hpp>
#include <string_view>

namespace sluice::inline SLUICE_ABI {

/// Who decided about a mailbox: the first of these that says anything.
enum class MailboxTier : std::uint8_t {
  deployment,              ///< a `Deploy` that fits the actor's place
  options,                 ///< `SpawnOptions`, or props
  dispatcher_type,         ///< the mailbox type of a dispatcher that the deployment or the options name
  actor_requirement,       ///< what the actor requires
  dispatcher_requirement,  ///< what its dispatcher requires
  fallback,                ///< nobody said anything
};

/// What is known of an actor that needs a mailbox.
struct MailboxRequest {
  const Deploy* deploy = nullptr;  ///< null if none fits
  MailboxChoice wanted{};
  QueueSemantics required{};
  const DispatcherDescriptor* dispatcher = nullptr;        ///< null if its dispatcher has none ...
  const engine::MailboxSettings* of_dispatcher = nullptr;  ///< ... and these are that one's settings
  bool is_dispatcher_named = false;                        ///< by the deployment or the options
};

/// What it gets.
struct ResolvedMailbox {
  engine::MailboxSettings settings{};
  std::string_view id{};  ///< empty if nobody gave it one
  MailboxTier tier = MailboxTier::fallback;
};

/// Decides which mailbox an actor has, in Pekko's order (D5).
///
/// 1. the deployment's, 2. that of the options, 3. the mailbox type of a dispatcher that one of them names, 4. one that has
/// what the actor requires, 5. one that has what its dispatcher requires, 6. the default. Whichever it is, it has to have
/// what both require. If the fourth has not, or cannot be had, the fifth is tried, if the dispatcher requires anything.
///
/// A dispatcher of the user's own making has a mailbox type if its settings name a kind other than unbounded.
///
/// Thread safety: any thread; it only reads.
class Mailboxes {
public:
  /// `fallback` is what actors get of which nobody says anything.
  Mailboxes(const RuntimeConfig& config, const engine::MailboxSettings& fallback) noexcept
      : config_{config}, fallback_{fallback} {}

  [[nodiscard]] std::expected<ResolvedMailbox, SpawnError> resolve(const MailboxRequest& request) const noexcept;

  /// The mailbox of that id, or that its aliases lead to.
  [[nodiscard]] std::expected<ResolvedMailbox, SpawnError> find(std::string_view id) const noexcept;

private:
  using Resolved = std::expected<ResolvedMailbox, SpawnError>;

  [[nodiscard]] Resolved decide(const MailboxRequest& request) const noexcept;
  [[nodiscard]] Resolved take(const MailboxChoice& choice, MailboxTier tier) const noexcept;
  [[nodiscard]] Resolved bind(QueueSemantics required, const MailboxRequest& request, MailboxTier tier) const noexcept;
  [[nodiscard]] Resolved default_for(const MailboxRequest& request) const noexcept;

  const RuntimeConfig& config_;
  const engine::MailboxSettings& fallback_;
};

}  // namespace sluice::inline SLUICE_ABI
