// SPDX-License-Identifier: BSL-1.0
#include <new>
#include <sluice/actors/system/scope.hpp>
#include <sluice/engine/memory.hpp>

namespace sluice::inline SLUICE_ABI {

Scope* Scopes::enter() noexcept {
  Scope* scope = nullptr;
  {
    const auto free = free_.lock();
    scope = *free;
    if (scope != nullptr) {
      *free = scope->next_free;
    }
  }
  if (scope == nullptr) {
    void* const memory = engine::memory::allocate_forever(sizeof(Scope));
    scope = memory == nullptr ? nullptr : ::new (memory) Scope{};
  }
  if (scope != nullptr) {
    scope->number.fetch_add(1, std::memory_order_relaxed);  // see `is_current`
  }
  return scope;
}

void Scopes::leave(Scope& scope) noexcept {
  scope.number.fetch_add(1, std::memory_order_relaxed);  // see `is_current`
  const auto free = free_.lock();
  scope.next_free = *free;
  *free = &scope;
}

}  // namespace sluice::inline SLUICE_ABI
