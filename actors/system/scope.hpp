// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/mutex.hpp>

namespace sluice::inline SLUICE_ABI {

/// One `run` of a system: its number is odd while the run lasts. It lives for ever and is used by one run after the other.
struct Scope {
  engine::Atomic<std::uint32_t> number{0};
  Scope* next_free = nullptr;
};

/// The scopes of a record.
///
/// Thread safety: any thread.
/// Allocates: when more runs last at once than ever before.
class Scopes {
public:
  constexpr Scopes() noexcept = default;

  /// Null if memory runs out.
  [[nodiscard]] Scope* enter() noexcept;
  void leave(Scope& scope) noexcept;

  [[nodiscard]] static bool is_current(const Scope& scope, std::uint32_t number) noexcept {
    // relaxed: who uses a reference in its run knows that by other means; who does not, needs no order.
    return scope.number.load(std::memory_order_relaxed) == number;
  }

private:
  SyncMutex<Scope*> free_{nullptr};
};

}  // namespace sluice::inline SLUICE_ABI
