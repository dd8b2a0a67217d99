// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/mutex.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Tells when nobody can hold a pointer any more that was taken out of everybody's sight.
///
/// A thread pins its `Participant` while it follows shared pointers (a worker: for a slice). Who takes an object out
/// of sight retires it; `collect` ends it once every participant has been seen unpinned, or pinned later.
///
/// Why it is safe: pinning and looking at a pin are read-modify-writes on one word, and so are adding a participant and
/// looking for them. If the look comes first, the other acquires it, and with it the removal of the pointer (through
/// the epoch, if an unpin lies between); otherwise the look sees the other, and waits.
///
/// Thread safety: a participant belongs to one thread at a time; the rest from any thread.
/// Allocates: never.
class Epoch {
public:
  /// Something to be ended later; the link is inside.
  class Retired {
  public:
    using End = void (*)(Retired& self) noexcept;
    explicit constexpr Retired(End end) noexcept : end_{end} {}

  private:
    friend class Epoch;
    End end_;
    Retired* next_ = nullptr;
    std::uint32_t epoch_ = 0;
  };

  /// A thread that may hold pointers. Registered for ever; reused by the next thread.
  class Participant {
  public:
    constexpr Participant() noexcept = default;

  private:
    friend class Epoch;
    Atomic<std::uint32_t> pin_{0};  ///< 0, or twice the epoch of the pin plus one
    Participant* next_ = nullptr;
  };

  constexpr Epoch() noexcept = default;
  Epoch(const Epoch&) = delete;
  Epoch& operator=(const Epoch&) = delete;

  void add(Participant& participant) noexcept;

  void pin(Participant& participant) noexcept;
  static void unpin(Participant& participant) noexcept;

  /// `object` is out of sight: nobody who pins from now on can find it.
  void retire(Retired& object) noexcept;

  /// Ends what nobody can hold any more; tells how many that were.
  std::uint32_t collect() noexcept;

private:
  [[nodiscard]] Participant* newest_participant() noexcept;
  [[nodiscard]] bool try_advance() noexcept;

  Atomic<std::uint32_t> epoch_{0};
  Atomic<Participant*> participants_{nullptr};
  SyncMutex<Retired*> retired_{nullptr};
};

}  // namespace sluice::inline SLUICE_ABI::engine
