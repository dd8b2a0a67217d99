// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/engine/critical_section.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// An object that this core and its interrupts touch one at a time.
///
/// Blocks: never; interrupts wait while the object is held. Hold it for a few instructions only.
template <class T>
class SyncMutex {
public:
  using Object = T;

  /// The right to touch the object, until it dies.
  class Guard {
  public:
    explicit Guard(SyncMutex& mutex) noexcept : mutex_{mutex} {}

    [[nodiscard]] T& operator*() const noexcept { return mutex_.object_; }
    [[nodiscard]] T* operator->() const noexcept { return &mutex_.object_; }

  private:
    engine::CriticalSection section_;
    SyncMutex& mutex_;
  };

  constexpr SyncMutex() = default;
  constexpr explicit SyncMutex(T object) : object_{std::move(object)} {}
  SyncMutex(const SyncMutex&) = delete;
  SyncMutex& operator=(const SyncMutex&) = delete;

  [[nodiscard]] Guard lock() noexcept { return Guard{*this}; }

private:
  T object_{};
};

}  // namespace sluice::inline SLUICE_ABI
