// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/actors/system/system_report.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/intrusive_list.hpp>
#include <sluice/engine/mutex.hpp>

namespace sluice::inline SLUICE_ABI {

class Actor;

/// Actors that were told to stop by their parents and have not obeyed yet. Who is in it lives: an actor takes itself out
/// before it begins to end.
///
/// Thread safety: any thread.
/// Allocates: never.
class Awaited {
public:
  constexpr Awaited() noexcept = default;

  void add(Actor& actor) noexcept;
  void remove(Actor& actor) noexcept;

  /// Writes down who they are, as far as there is room.
  void list(SystemReport& report) noexcept;

private:
  struct State {
    engine::IntrusiveList<Actor> actors;
  };

  SyncMutex<State> state_;
};

/// Writes down that `actor`, which lives, has not ended.
void list_running(SystemReport& report, const Actor& actor) noexcept;

}  // namespace sluice::inline SLUICE_ABI
