// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/trace.hpp>

namespace sluice::inline SLUICE_ABI::tracy_client {

/// Names for the tracks of actors: a fixed number, for Tracy keeps their addresses. An actor has the same one for ever,
/// and so has the next of its type in its cell. Those that come when all are given have none: they are seen on the track
/// of their worker, as without lanes.
///
/// Thread safety: any thread.
/// Allocates: never.
class Lanes {
public:
  static constexpr std::uint32_t capacity = 512;

  /// Null if there is none left.
  [[nodiscard]] const char* name_of(const engine::trace::Label& label, const void* who) noexcept;

private:
  static constexpr std::uint32_t longest = 48;
  struct Lane {
    engine::Atomic<std::uint64_t> owner{0};  ///< of mailbox and label; 0: nobody's
    engine::Atomic<std::uint32_t> is_named{0};
    char name[longest]{};
  };

  Lane lanes_[capacity];
};

/// Those of this program; they live for ever.
[[nodiscard]] Lanes& lanes() noexcept;

}  // namespace sluice::inline SLUICE_ABI::tracy_client
