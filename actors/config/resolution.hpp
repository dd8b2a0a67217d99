// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <expected>
#include <sluice/actors/config/mailbox_service.hpp>
#include <sluice/actors/spawn_options.hpp>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI {

class Actor;
struct ActorKind;

/// How a new actor is run, and with which mailbox.
struct Resolution {
  engine::Dispatcher* dispatcher = nullptr;
  ResolvedMailbox mailbox{};
};

/// What comes of an actor's kind, its options, its place below `parent`, and the configuration of its system.
[[nodiscard]] std::expected<Resolution, SpawnError> resolve(const Actor& parent, const ActorKind& kind,
                                                            const SpawnOptions& options) noexcept;

}  // namespace sluice::inline SLUICE_ABI
