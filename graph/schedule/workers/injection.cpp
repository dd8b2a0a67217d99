// SPDX-License-Identifier: BSL-1.0
#include <sluice/graph/schedule/workers/injection.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI::schedule {

using engine::MpscNode;
using engine::NodeList;
using engine::Runnable;

bool Injection::push(Runnable& runnable) noexcept {
  MpscNode* newest = arrivals_.load(std::memory_order_relaxed);  // relaxed: a guess, which the exchange proves
  do {
    if (newest == &closed_) {
      return false;
    }
    runnable.next.store(newest, std::memory_order_relaxed);  // relaxed: published by the exchange
    // seq_cst | before the caller's `Roster::recruit`; partner: `is_empty`.
    //         | release: the runnable's payload and link, to the acquire in `take_arrivals`.
  } while (!arrivals_.compare_exchange_weak(newest, &runnable, std::memory_order_seq_cst, std::memory_order_relaxed));
  return true;
}

Injection::Taken Injection::take(engine::RunQueue& into) noexcept {
  // relaxed: a backlog that is missed now is found by the next look; whoever falls asleep looks with `is_empty`.
  if (backlog_size_.load(std::memory_order_relaxed) != 0) [[unlikely]] {
    const auto backlog = backlog_.lock();
    const Taken taken = give_out(*backlog, into);
    note_size(backlog->size());
    if (taken.first != nullptr) {
      return taken;
    }
  }
  NodeList arrivals = take_arrivals();
  if (arrivals.is_empty()) {
    return {};
  }
  const Taken taken = give_out(arrivals, into);
  if (!arrivals.is_empty()) {
    const auto backlog = backlog_.lock();
    backlog->append(std::move(arrivals));
    note_size(backlog->size());
  }
  return taken;
}

/// All arrivals, oldest first.
NodeList Injection::take_arrivals() noexcept {
  MpscNode* newest = arrivals_.load(std::memory_order_relaxed);  // relaxed: a guess, which the exchange proves
  do {
    if (newest == nullptr || newest == &closed_) {
      return {};
    }
    // acq_rel | acquire: the payloads and links, from the release in `push`. Every push is a read-modify-write, so the
    //         | newest one's release carries those of all others along.
    //         | release: that this worker is awake, to the load in `is_empty` of who wonders whether all is done.
  } while (!arrivals_.compare_exchange_weak(newest, nullptr, std::memory_order_acq_rel, std::memory_order_relaxed));
  return turned_round(newest);
}

/// What `newest` and its links lead to, which is the caller's; oldest first.
NodeList Injection::turned_round(MpscNode* newest) noexcept {
  NodeList oldest_first;
  while (newest != nullptr) {
    MpscNode* const older = newest->next.load(std::memory_order_relaxed);  // relaxed: this thread's own now
    oldest_first.push_front(*newest);
    newest = older;
  }
  return oldest_first;
}

/// The first of `list` to the caller, as many as possible of the others into `into`.
Injection::Taken Injection::give_out(NodeList& list, engine::RunQueue& into) noexcept {
  auto* const first = static_cast<Runnable*>(list.pop_front());
  bool is_all = true;
  while (MpscNode* const node = list.pop_front()) {
    is_all = false;
    if (!into.push(static_cast<Runnable&>(*node))) {
      list.push_front(*node);
      break;
    }
  }
  return {first, is_all};
}

void Injection::put_back(std::span<Runnable* const> overflow) noexcept {
  const auto backlog = backlog_.lock();
  for (Runnable* const runnable : overflow) {
    backlog->push_back(*runnable);
  }
  note_size(backlog->size());
}

NodeList Injection::take_all() noexcept {
  NodeList arrivals = take_arrivals();
  const auto backlog = backlog_.lock();
  NodeList all{std::move(*backlog)};
  all.append(std::move(arrivals));
  note_size(0);
  return all;
}

void Injection::note_size(std::uint32_t size) noexcept {
  // seq_cst | before the caller's `Roster::recruit`; partner: `is_empty`.
  backlog_size_.store(size, std::memory_order_seq_cst);
}

void Injection::close() noexcept {
  const auto backlog = backlog_.lock();
  note_size(backlog->size() + 1);  // what is on its way from one list to the other is not overlooked
  // acq_rel | as in `take_arrivals`. Who finds it closed relies on nothing else.
  MpscNode* const newest = arrivals_.exchange(&closed_, std::memory_order_acq_rel);
  if (newest != &closed_) {
    backlog->append(turned_round(newest));
  }
  note_size(backlog->size());
}

}  // namespace sluice::inline SLUICE_ABI::schedule
