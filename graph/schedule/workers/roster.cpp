// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/assert.hpp>
#include <sluice/graph/schedule/workers/roster.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

Roster::Roster(Link* links, Index workers) noexcept : links_{links}, word_{Word{workers} << sleeper_shift} {
  engine::check(workers >= 1 && workers <= most_workers, "an executor has at least one worker and at most 1022");
  for (Index i = 0; i < workers; ++i) {
    links_[i].store(i, std::memory_order_relaxed);  // not shared yet. The last one is woken first.
  }
}

std::optional<Roster::Index> Roster::recruit_sleeper(Word word) noexcept {
  while (needs_searcher(word)) {
    const Index sleeper = sleeper_of(word) - 1;
    // relaxed: perhaps of another life of this sleeper; then the word has changed, and the exchange fails.
    const Index below = links_[sleeper].load(std::memory_order_relaxed);
    const Word after = with_sleeper(word, below) + one_awake + one_searching + one_change;
    // seq_cst | as the load in `recruit`, of which this is the second look.
    //         | acquire: what the sleeper did last, from `fall_asleep`, for who starts it.
    if (word_.compare_exchange_weak(word, after, std::memory_order_seq_cst, std::memory_order_seq_cst)) {
      return sleeper;
    }
  }
  return std::nullopt;
}

bool Roster::begin_search() noexcept {
  Word word = word_.load(std::memory_order_relaxed);  // relaxed: a guess, which the exchange proves
  while (2 * searching_of(word) < awake_of(word)) {
    // relaxed: announces nothing but itself; if this thread misses work now, it looks again as the last searcher.
    if (word_.compare_exchange_weak(word, word + one_searching, std::memory_order_relaxed, std::memory_order_relaxed)) {
      return true;
    }
  }
  return false;
}

bool Roster::end_search() noexcept {
  // seq_cst | before the last searcher's look at the queues; partner: the load in `recruit` of who relied on a searcher.
  return searching_of(word_.fetch_sub(one_searching, std::memory_order_seq_cst)) == 1;
}

Roster::Rest Roster::fall_asleep(Index worker, bool searching) noexcept {
  Word word = word_.load(std::memory_order_relaxed);  // relaxed: a guess, which the exchange proves
  Word after = 0;
  do {
    links_[worker].store(sleeper_of(word), std::memory_order_relaxed);  // relaxed: published by the exchange
    after = with_sleeper(word, worker + 1) - one_awake - (searching ? one_searching : 0) + one_change;
    // seq_cst | before the look at the queues; partner: the load in `recruit`.
    //         | release: what this worker did, to the `recruit` that starts it again, and to who finds all asleep.
    //         | acquire: what those did who fell asleep before, for the last one.
  } while (!word_.compare_exchange_weak(word, after, std::memory_order_seq_cst, std::memory_order_relaxed));
  return {.nobody_searches = searching_of(after) == 0, .nobody_is_awake = awake_of(after) == 0};
}

Roster::Rest Roster::depart(bool searching) noexcept {
  const Word left = one_awake + (searching ? one_searching : 0) - one_change;
  // seq_cst | as in `fall_asleep`: before the look at the queues, and for who finds all asleep.
  const Word after = word_.fetch_sub(left, std::memory_order_seq_cst) - left;
  return {.nobody_searches = searching_of(after) == 0, .nobody_is_awake = awake_of(after) == 0};
}

void Roster::admit(Index worker) noexcept { put_back_sleepers(worker + 1, worker + 1); }

bool Roster::discharge(Index worker) noexcept {
  Index first = take_sleepers();
  Index last = 0;
  bool is_found = false;
  for (Index link = first; link != 0;) {
    const Index below = links_[link - 1].load(std::memory_order_relaxed);  // relaxed: the caller's own now, as below
    if (link - 1 != worker) {
      last = link;
    } else {
      is_found = true;
      if (last == 0) {
        first = below;
      } else {
        links_[last - 1].store(below, std::memory_order_relaxed);
      }
    }
    link = below;
  }
  if (first != 0) {
    put_back_sleepers(first, last);
  }
  return is_found;
}

/// All sleepers, as a chain that is the caller's; the link of the first, 0 if there are none.
Roster::Index Roster::take_sleepers() noexcept {
  Word word = word_.load(std::memory_order_relaxed);  // relaxed: a guess, which the exchange proves
  while (sleeper_of(word) != 0) {
    const Word after = with_sleeper(word, 0) + one_change;
    // acquire | the links, and what the sleepers did last, from `fall_asleep` and `put_back_sleepers`.
    if (word_.compare_exchange_weak(word, after, std::memory_order_acquire, std::memory_order_relaxed)) {
      return sleeper_of(word);
    }
  }
  return 0;
}

/// A chain of sleepers, which is the caller's, comes on top of the others.
void Roster::put_back_sleepers(Index first, Index last) noexcept {
  Word word = word_.load(std::memory_order_relaxed);  // relaxed: a guess, which the exchange proves
  Word after = 0;
  do {
    links_[last - 1].store(sleeper_of(word), std::memory_order_relaxed);  // relaxed: published by the exchange
    after = with_sleeper(word, first) + one_change;
    // seq_cst | before the caller's look at the queues; partner: the load in `recruit`, which found nobody.
    //         | release: what the sleepers did last, to the `recruit` that starts them.
  } while (!word_.compare_exchange_weak(word, after, std::memory_order_seq_cst, std::memory_order_relaxed));
}

}  // namespace sluice::inline SLUICE_ABI::schedule
