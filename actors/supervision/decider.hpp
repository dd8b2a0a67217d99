// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <new>
#include <optional>
#include <sluice/actors/life/actor_error.hpp>
#include <sluice/actors/messages/attempt.hpp>
#include <sluice/actors/supervision/directive.hpp>
#include <sluice/actors/supervision/restart_statistics.hpp>
#include <sluice/config.hpp>
#include <type_traits>

namespace sluice::inline SLUICE_ABI {

/// A function or closure that says what becomes of an actor.
template <class Closure>
concept Decides = std::is_invocable_r_v<Directive, const Closure&, const ActorError&, const RestartStatistics&>;

/// Says what becomes of an actor that failed: a function of the error and of what happened before, or a closure of two
/// words. `[](const ActorError& error, const RestartStatistics&) { return Directive::resume; }`
///
/// Thread safety: called by whoever fails, several at once if they share it.
/// Allocates: never.
class SupervisionDecider {
public:
  /// None.
  constexpr SupervisionDecider() noexcept = default;

  template <Decides Closure>
    requires(!std::is_same_v<Closure, SupervisionDecider>)
  explicit(false) SupervisionDecider(Closure closure) noexcept : call_{&call<Closure>} {
    static_assert(sizeof(Closure) <= sizeof closure_, "a decider has room for two words");
    static_assert(std::is_trivially_copyable_v<Closure> && alignof(Closure) <= alignof(void*),
                  "a decider is copied with the options that it is part of");
    ::new (static_cast<void*>(closure_)) Closure(closure);
  }

  [[nodiscard]] explicit operator bool() const noexcept { return call_ != nullptr; }

  /// Nothing if it has thrown.
  [[nodiscard]] std::optional<Directive> operator()(const ActorError& error,
                                                    const RestartStatistics& statistics) const noexcept {
    return call_(closure_, error, statistics);
  }

private:
  using Call = std::optional<Directive> (*)(const void* closure, const ActorError& error,
                                            const RestartStatistics& statistics) noexcept;

  template <class Closure>
  static std::optional<Directive> call(const void* closure, const ActorError& error,
                                       const RestartStatistics& statistics) noexcept {
    std::optional<Directive> decided;
    (void)attempt([&] { decided = (*static_cast<const Closure*>(closure))(error, statistics); });
    return decided;
  }

  Call call_ = nullptr;
  alignas(void*) std::byte closure_[2 * sizeof(void*)]{};
};

}  // namespace sluice::inline SLUICE_ABI
