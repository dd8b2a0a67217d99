// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/actors/life/control.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/address.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/intrusive_list.hpp>

namespace sluice::inline SLUICE_ABI {

namespace engine {
struct Envelope;
}

/// One actor wants to know when another one has ended. All that must be told between the two is inside, so that only
/// making it can fail.
///
/// Owners: the watcher, until it forgets it; the target, from the watch it takes to the notice it sends; and each control
/// that is on its way. The last one ends it.
///
///     watcher                         target
///     watch ------------------------> keeps it; if it is gone, the notice comes back at once
///     unwatch, and forgets it ------> lets it go
///     notice <----------------------- has ended
///
/// A notice that meets a watch which its watcher has forgotten is nobody's any more: it is not told.
class Watch : public engine::ListLink<Watch> {
public:
  /// Null if memory runs out. `instead`, if there is one, is handled in place of the signal.
  [[nodiscard]] static Watch* make(engine::Address watcher, engine::Address target, engine::Envelope* instead) noexcept;
  /// The one that `control` is part of.
  [[nodiscard]] static Watch& of(Control& control) noexcept { return static_cast<Part&>(control).watch; }

  /// By the watcher: asks the target to keep it.
  void begin() noexcept;
  /// By the watcher: forgets it.
  void forget() noexcept;
  /// By the target, or by whoever finds it gone: tells the watcher, and gives up the target's share.
  void notify(bool failed) noexcept;
  /// Gives up one share.
  void drop() noexcept;

  const engine::Address watcher;
  const engine::Address target;
  engine::Envelope* instead;        ///< the watcher's
  bool is_of_child = false;         ///< the watcher's: the target is its own
  bool is_wanted = true;            ///< the watcher's
  bool has_failed = false;          ///< written by the target before its notice
  Watch* next_of_target = nullptr;  ///< the target's

private:
  struct Part final : Control {
    Part(Kind of, Watch& whole) noexcept : Control{of}, watch{whole} {}
    Watch& watch;
  };

  Watch(engine::Address watching, engine::Address watched, engine::Envelope* envelope) noexcept
      : watcher{watching}, target{watched}, instead{envelope} {}
  ~Watch() = default;
  void share() noexcept;

  Part watch_{Control::Kind::watch, *this};
  Part unwatch_{Control::Kind::unwatch, *this};
  Part notice_{Control::Kind::notice, *this};
  engine::Atomic<std::uint32_t> owners_{1};
};

}  // namespace sluice::inline SLUICE_ABI
