// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/actors/life/actor_error.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>

namespace sluice::inline SLUICE_ABI {

/// An actor that fails ends.
struct Stop {};

/// An actor that fails starts anew, with its mailbox; unless it failed `max` times `within` that time before.
struct Restart {
  static constexpr std::uint32_t unlimited = UINT32_MAX;

  std::uint32_t max = unlimited;
  Duration within = Duration::max();
};

/// What becomes of an actor whose handler fails. A handler that throws ends it in any case.
class Supervision {
public:
  enum class Directive : std::uint8_t { stop, restart };

  constexpr Supervision() noexcept = default;
  explicit(false) constexpr Supervision(Stop) noexcept {}
  explicit(false) constexpr Supervision(Restart restart) noexcept : restart_{restart}, restarts_{true} {}

  /// By default: what is fatal stops; the rest as the strategy says.
  [[nodiscard]] constexpr Directive decide(const ActorError& error) const noexcept {
    return restarts_ && error.kind != ActorError::Kind::fatal ? Directive::restart : Directive::stop;
  }
  [[nodiscard]] constexpr bool restarts() const noexcept { return restarts_; }
  [[nodiscard]] constexpr const Restart& limits() const noexcept { return restart_; }

private:
  Restart restart_{};
  bool restarts_ = false;
};

/// Counts restarts in a window that begins with the first of them, and anew with the first one after its end (D8).
class RestartWindow {
public:
  /// True if there may be one more.
  [[nodiscard]] bool admit(const Restart& limits, Instant now) noexcept {
    if (limits.max == Restart::unlimited) {
      return true;
    }
    if (count_ == 0 || now >= later(begin_, limits.within)) {
      begin_ = now;
      count_ = 0;
    }
    if (count_ >= limits.max) {
      return false;
    }
    ++count_;
    return true;
  }

private:
  Instant begin_{};
  std::uint32_t count_ = 0;
};

}  // namespace sluice::inline SLUICE_ABI
