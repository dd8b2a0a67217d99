// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

/// Knows who works, who looks for work and who sleeps; decides who is woken.
///
///     bits 0-9    awake      workers that have a thread, or wait for their host to give them one
///     bits 10-19  searching  those of them that have nothing and look everywhere
///     bits 20-29  sleeper    1 + the worker that is woken next; 0 if all are awake
///     bits 30-63  change     counts what happens to the sleepers, so that a word never comes back
///
///     asleep --recruit--> searching --end_search--> working --begin_search--> searching --fall_asleep--> asleep
///     elsewhere --admit--> asleep --discharge--> elsewhere <--depart-- searching, working       spare workers only
///
/// One searcher is enough for any amount of work: when it finds something and was the last one, it recruits the next.
/// So a burst wakes exactly as many workers as it can occupy, one after the other, and a stream that one worker can
/// handle wakes no other.
///
/// No wake-up is lost: who publishes work does so before `recruit`, and who falls asleep or ends a search as the last
/// searcher looks for work after it. All of these, and the publishing itself, are in the one order of seq_cst operations:
/// either the look sees the work, or `recruit` sees that nobody searches.
///
/// Thread safety: all functions from any thread; `end_search` and `fall_asleep` for a worker by who has it.
/// Blocks: never.
class Roster {
public:
  using Index = std::uint32_t;
  static constexpr Index most_workers = (1u << 10) - 2;

  /// A sleeper's place in the stack of sleepers: the one who is woken after it, as in the word.
  using Link = engine::Atomic<std::uint32_t>;

  /// All `workers` sleep. `links` has one for each, and for each that is admitted later; it lives longer.
  Roster(Link* links, Index workers) noexcept;

  /// Work was published: who has to be started for it, if anybody; that worker is a searcher then.
  [[nodiscard]] std::optional<Index> recruit() noexcept {
    // seq_cst | after the work was published; partner: `fall_asleep` and `end_search`, behind which the others look.
    const Word word = word_.load(std::memory_order_seq_cst);
    return needs_searcher(word) ? recruit_sleeper(word) : std::nullopt;
  }

  /// A worker has nothing to do. False if enough others search already: then it falls asleep without.
  [[nodiscard]] bool begin_search() noexcept;

  /// A searcher has found something. True if it was the last one: then it looks for more, and recruits if there is.
  [[nodiscard]] bool end_search() noexcept;

  /// What `fall_asleep` leaves.
  struct Rest {
    bool nobody_searches = false;  ///< then the caller looks for work once more, and recruits if there is
    bool nobody_is_awake = false;  ///< unless the look finds something, everything has been done
  };
  /// `worker` has nothing to do; `searching` tells whether it was a searcher. From here on another thread may start it.
  [[nodiscard]] Rest fall_asleep(Index worker, bool searching) noexcept;

  /// `worker`, who was elsewhere, sleeps here from now on. Behind it the caller looks for work, and recruits if there is:
  /// who published it may have found nobody.
  void admit(Index worker) noexcept;

  /// Sends `worker` elsewhere, if it sleeps here; false if it does not. By one thread at a time. For a moment nobody can
  /// be recruited, so behind it, in both cases, the caller looks for work, and recruits if there is.
  [[nodiscard]] bool discharge(Index worker) noexcept;

  /// As `fall_asleep`, but for a worker that goes elsewhere: nobody starts it.
  [[nodiscard]] Rest depart(bool searching) noexcept;

  /// All that there is to know, at one moment. Two equal moments with nothing queued in between: nothing ran either.
  class Moment {
  public:
    [[nodiscard]] Index awake() const noexcept { return awake_of(word_); }
    [[nodiscard]] Index searching() const noexcept { return searching_of(word_); }
    [[nodiscard]] bool has_sleeper() const noexcept { return sleeper_of(word_) != 0; }
    friend bool operator==(const Moment&, const Moment&) noexcept = default;

  private:
    friend class Roster;
    explicit Moment(std::uint64_t word) noexcept : word_{word} {}
    std::uint64_t word_;
  };
  [[nodiscard]] Moment look() const noexcept {
    // seq_cst | before a look at the queues, and again behind it; partner: the transitions. What the workers did before
    //         | they fell asleep is seen by who finds them asleep.
    return Moment{word_.load(std::memory_order_seq_cst)};
  }

private:
  using Word = std::uint64_t;
  static constexpr Word field = (Word{1} << 10) - 1;
  static constexpr Word one_awake = Word{1};
  static constexpr Word one_searching = Word{1} << 10;
  static constexpr std::uint32_t sleeper_shift = 20;
  static constexpr Word one_change = Word{1} << 30;

  static constexpr Index awake_of(Word word) noexcept { return static_cast<Index>(word & field); }
  static constexpr Index searching_of(Word word) noexcept { return static_cast<Index>((word >> 10) & field); }
  static constexpr Index sleeper_of(Word word) noexcept { return static_cast<Index>((word >> sleeper_shift) & field); }
  static constexpr Word with_sleeper(Word word, Index link) noexcept {
    return (word & ~(field << sleeper_shift)) | (Word{link} << sleeper_shift);
  }
  static constexpr bool needs_searcher(Word word) noexcept { return searching_of(word) == 0 && sleeper_of(word) != 0; }

  [[nodiscard]] std::optional<Index> recruit_sleeper(Word word) noexcept;
  [[nodiscard]] Index take_sleepers() noexcept;
  void put_back_sleepers(Index first, Index last) noexcept;

  Link* const links_;
  alignas(cache_line) engine::Atomic<Word> word_{0};
};

}  // namespace sluice::inline SLUICE_ABI::schedule
