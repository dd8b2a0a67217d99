// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/profiling/chrome/entry.hpp>

namespace sluice::inline SLUICE_ABI::recorder {

/// Room for one entry, in words of which each may be read while it is written.
struct Slot {
  engine::Atomic<std::uint64_t> ticks{0};
  engine::Atomic<std::uint64_t> subject{0};
  engine::Atomic<std::uint64_t> who{0};
  engine::Atomic<std::uint64_t> value_and_kind{0};
};

/// The last entries of one thread. Nobody ever waits: the writer goes on while others read, and whoever reads finds out
/// which of the entries it saw were being overwritten meanwhile.
///
///     written_ = n    entries 0 .. n-1 are complete, entry n is perhaps being written, in the slot of entry n - capacity
///
/// A reader takes n, copies what should be there, and looks at `written_` again: m. The slots of all entries up to
/// m - capacity may have been touched while it copied; they are not shown. That it sees a large enough m is what the
/// orders of the words are for: an entry's words are stored behind the count of those before it.
///
/// Thread safety: `write` by the owner, `read` by any thread.
/// Allocates: never; the slots are the caller's.
class Ring {
public:
  /// `capacity`: how many slots there are; a power of two, at least two.
  Ring(Slot* slots, std::uint64_t capacity) noexcept : slots_{slots}, mask_{capacity - 1} {}
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;

  void write(const Entry& entry) noexcept {
    const std::uint64_t number = written_.load(std::memory_order_relaxed);  // the owner's own
    Slot& slot = slots_[number & mask_];
    // release | the count as it was before this entry, to the acquire loads in `copy`: who sees a word of this entry
    //         | then sees that the one which was here is gone.
    slot.ticks.store(entry.ticks, std::memory_order_release);
    slot.subject.store(entry.subject, std::memory_order_release);                // release | as above
    slot.who.store(entry.who, std::memory_order_release);                        // release | as above
    slot.value_and_kind.store(entry.value_and_kind, std::memory_order_release);  // release | as above
    // release | the entry's words, to the acquire in `read`.
    written_.store(number + 1, std::memory_order_release);
  }

  /// How many entries were written so far.
  [[nodiscard]] std::uint64_t written() const noexcept {
    return written_.load(std::memory_order_acquire);  // acquire | the entries, from the release in `write`
  }

  /// Calls `show(entry)` for those that are still there, at most `most`, oldest first, and tells how many these were.
  /// `room` has `most` entries for its use.
  template <class Show>
  std::uint64_t read(Entry* room, std::uint64_t most, Show show) const noexcept {
    const std::uint64_t end = written();
    const std::uint64_t kept = end < mask_ ? end : mask_;
    const std::uint64_t first = end - (kept < most ? kept : most);
    for (std::uint64_t number = first; number < end; ++number) {
      room[number - first] = copy(slots_[number & mask_]);
    }
    // relaxed: the acquire loads in `copy` come first, and bring what they have to bring.
    const std::uint64_t now = written_.load(std::memory_order_relaxed);
    const std::uint64_t intact = now > mask_ ? now - mask_ : 0;
    std::uint64_t shown = 0;
    for (std::uint64_t number = first < intact ? intact : first; number < end; ++number, ++shown) {
      show(room[number - first]);
    }
    return shown;
  }

private:
  [[nodiscard]] static Entry copy(const Slot& slot) noexcept {
    // acquire | the count behind which a word was stored, from the release in `write`; for the second look in `read`.
    return {slot.ticks.load(std::memory_order_acquire), slot.subject.load(std::memory_order_acquire),
            slot.who.load(std::memory_order_acquire), slot.value_and_kind.load(std::memory_order_acquire)};
  }

  Slot* const slots_;
  const std::uint64_t mask_;
  engine::Atomic<std::uint64_t> written_{0};
};

}  // namespace sluice::inline SLUICE_ABI::recorder
