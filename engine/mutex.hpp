// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <sluice/config.hpp>
#include <sluice/engine/task.hpp>
#include <utility>

/// `SyncMutex<T>` comes from a backend, chosen in CMake: `posix` on hosted targets, `critical_section` on bare metal.
#include SLUICE_MUTEX_BACKEND

namespace sluice::inline SLUICE_ABI {

/// Gives one owner at a time access to the object inside; `lock` waits. FR-PLT: code that locks takes a
/// `SyncMutexLike`, so that one source serves threads and interrupts.
template <class M>
concept SyncMutexLike = requires(M& mutex) {
  typename M::Object;
  typename M::Guard;
  { mutex.lock() } -> std::same_as<typename M::Guard>;
  { *mutex.lock() } -> std::same_as<typename M::Object&>;
};

/// The same, but `lock` gives a future: who cannot have the object now is woken later, and no thread waits.
template <class M>
concept AsyncMutexLike = requires(M& mutex, const engine::Waker& waker) {
  typename M::Object;
  typename M::Guard;
  { mutex.lock().poll(waker) } -> std::same_as<engine::Poll<typename M::Guard>>;
};

}  // namespace sluice::inline SLUICE_ABI
