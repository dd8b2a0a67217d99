// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <sluice/actors/life/actor_error.hpp>
#include <sluice/actors/supervision/backoff.hpp>
#include <sluice/actors/supervision/decider.hpp>
#include <sluice/actors/supervision/directive.hpp>
#include <sluice/actors/supervision/failing_message.hpp>
#include <sluice/actors/supervision/restart_statistics.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>

namespace sluice::inline SLUICE_ABI {

/// An actor that fails ends.
struct Stop {};

/// An actor that fails starts anew, with its mailbox; unless it failed `max` times `within` that time before. What is
/// `ignore` is no reason for that: it goes on; and what is `fatal` ends it. An error that says how often it is worth it
/// (`ActorError::retries`) makes `max` smaller.
struct Restart {
  static constexpr std::uint32_t unlimited = RestartStatistics::unlimited;

  std::uint32_t max = unlimited;
  Duration within = Duration::max();
  Backoff backoff{};
  FailingMessage failing_message{};
};

/// An actor that fails goes on as it is, unless the error is fatal. If it fails before its first message, it ends.
struct Resume {
  FailingMessage failing_message{};
};

/// An actor that fails waits, and all below it, while its parent fails in its place.
struct Escalate {};

/// What becomes of an actor whose handler fails. A handler that throws ends it in any case, unless its exceptions are
/// recovered (`recover_exceptions`).
class Supervision {
public:
  using Directive = sluice::Directive;

  /// As its parent says of its children; if that says nothing, it ends.
  constexpr Supervision() noexcept = default;
  explicit(false) constexpr Supervision(Stop) noexcept : rule_{Rule::stop} {}
  explicit(false) constexpr Supervision(const Restart& restart) noexcept : limits_{restart}, rule_{Rule::restart} {}
  explicit(false) constexpr Supervision(const Resume& resume) noexcept
      : limits_{.failing_message = resume.failing_message}, rule_{Rule::resume} {}
  explicit(false) constexpr Supervision(Escalate) noexcept : rule_{Rule::escalate} {}
  /// As `decider` says; `limits` hold for the restarts among that. One that throws means stop.
  explicit(false) Supervision(SupervisionDecider decider, const Restart& limits = {}) noexcept
      : limits_{limits}, decider_{decider}, rule_{Rule::decided} {}
  template <Decides Closure>
  explicit(false) Supervision(Closure closure) noexcept : Supervision{SupervisionDecider{closure}} {}

  /// What is to be done about `error`; nothing if the decider has thrown.
  [[nodiscard]] std::optional<Directive> decide(const ActorError& error,
                                                const RestartStatistics& statistics = {}) const noexcept {
    switch (rule_) {
      case Rule::nothing:
      case Rule::stop: return Directive::stop;
      case Rule::escalate: return Directive::escalate;
      case Rule::decided: return decider_(error, statistics);
      case Rule::restart:
      case Rule::resume: break;
    }
    if (error.kind == ActorError::Kind::fatal) {
      return Directive::stop;
    }
    return rule_ == Rule::resume || error.kind == ActorError::Kind::ignore ? Directive::resume : Directive::restart;
  }

  /// How many restarts `error` is worth, and in which time.
  [[nodiscard]] constexpr Restart limits_for(const ActorError& error) const noexcept {
    Restart limits = limits_;
    if (error.retries != 0 && !has_decider()) {
      limits.max = error.retries < limits.max ? error.retries : limits.max;
      limits.within = error.within == Duration{} ? limits.within : error.within;
    }
    return limits;
  }

  [[nodiscard]] constexpr bool says_something() const noexcept { return rule_ != Rule::nothing; }
  [[nodiscard]] constexpr bool has_decider() const noexcept { return rule_ == Rule::decided; }
  /// It restarts what fails; `may_restart`: perhaps.
  [[nodiscard]] constexpr bool restarts() const noexcept { return rule_ == Rule::restart; }
  [[nodiscard]] constexpr bool may_restart() const noexcept { return restarts() || has_decider(); }
  [[nodiscard]] constexpr bool may_escalate() const noexcept { return rule_ == Rule::escalate || has_decider(); }
  [[nodiscard]] constexpr const Restart& limits() const noexcept { return limits_; }

  /// What is thrown is a failure as others are. Users call `recover_exceptions`.
  [[nodiscard]] constexpr bool recovers() const noexcept { return recovers_; }
  constexpr void set_recovering() noexcept { recovers_ = true; }

private:
  enum class Rule : std::uint8_t { nothing, stop, restart, resume, escalate, decided };

  Restart limits_{};
  SupervisionDecider decider_{};
  Rule rule_ = Rule::nothing;
  bool recovers_ = false;
};

}  // namespace sluice::inline SLUICE_ABI
