// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/actors/scope_ref.hpp>
#include <sluice/actors/spawner.hpp>
#include <sluice/actors/system/scope.hpp>
#include <sluice/config.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

class ActorSystem;

/// What the code in a `run` of a system may do: spawn and send. It lives as long as the run, and so do its references; the
/// actors live on.
class SystemContext {
public:
  SystemContext(ActorSystem& system, Scope& scope) noexcept
      : system_{system}, scope_{scope}, number_{scope.number.load(std::memory_order_relaxed)} {}  // its own run's
  SystemContext(const SystemContext&) = delete;
  SystemContext& operator=(const SystemContext&) = delete;

  /// As `ActorSystem::spawn`; the reference is one of this run.
  template <class... Arguments>
  auto spawn(Arguments&&... arguments);
  template <class A, class... Arguments>
    requires ActorClass<A>
  ActorScopeRef<A> spawn(const SpawnOptions& options = {}, Arguments&&... arguments);

  /// Makes a reference of this run of one that lives longer.
  template <class T>
  [[nodiscard]] ActorScopeRef<T> scoped(const ActorRef<T>& ref) const noexcept {
    return {ref, scope_, number_};
  }

  [[nodiscard]] ActorSystem& system() const noexcept { return system_; }

private:
  ActorSystem& system_;
  Scope& scope_;
  std::uint32_t number_;
};

}  // namespace sluice::inline SLUICE_ABI
