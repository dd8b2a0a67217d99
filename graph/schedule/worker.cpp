// SPDX-License-Identifier: BSL-1.0
#include <sluice/graph/schedule/scheduler.hpp>
#include <sluice/graph/schedule/worker.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

using engine::Runnable;

namespace {

// About 20 us of looking before a worker gives its thread back, which costs as much to undo.
constexpr std::uint32_t search_rounds = 64;
constexpr std::uint32_t pauses_per_round = 8;
constexpr std::uint32_t pauses_for_slot = 100;  // some microseconds

void pause(std::uint32_t times) noexcept {
  for (std::uint32_t i = 0; i < times; ++i) {
    engine::spin_hint();
  }
}

}  // namespace

Worker::Worker(Scheduler& scheduler, Roster::Index index, Instant now) noexcept
    : scheduler_{scheduler}, index_{index}, pace_{now} {}

// --- Submitting -----------------------------------------------------------------------------------------------------

bool Worker::submit(Runnable& runnable) noexcept {
  if (is_stopped()) [[unlikely]] {
    return false;
  }
  // What has had its slice goes behind others. And in the host's turn, when nothing of ours runs, nothing goes into the
  // slot: the turn may last for ever, and who sleeps is not woken for the slot.
  Runnable* const running = running_.get();
  if (&runnable == running || running == nullptr) {
    enqueue(runnable);
    return true;
  }
  Runnable* displaced = slot_.load(std::memory_order_relaxed);  // relaxed: the owner's own, or taken by a thief
  if (displaced == nullptr) [[likely]] {
    // release | the runnable's payload, to the acquire in `steal_slot`. Nobody else writes to an empty slot.
    slot_.store(&runnable, std::memory_order_release);
    return true;
  }
  displaced = slot_.exchange(&runnable, std::memory_order_release);  // release | as above
  if (displaced != nullptr) {
    enqueue(*displaced);
  }
  return true;
}

void Worker::enqueue(Runnable& runnable) noexcept {
  const bool fits = queue_.push(runnable);
  if (!fits) [[unlikely]] {
    overflow(runnable);
  }
  // Nobody is woken for the only runnable of a worker that has just run it: it runs it again at once.
  const bool is_only_one = fits && &runnable == running_.get() && queue_.size() == 1 &&
                           slot_.load(std::memory_order_relaxed) == nullptr;  // relaxed: as in `submit`
  if (!is_only_one) {
    scheduler_.notify();
  }
}

/// The queue is full: half of it, and `runnable`, go where everybody finds them.
void Worker::overflow(Runnable& runnable) noexcept {
  Runnable* half[decltype(queue_)::largest_half + 1];
  std::uint32_t count = queue_.take_half({half, decltype(queue_)::largest_half});
  half[count++] = &runnable;
  scheduler_.injection().put_back({half, count});
}

// --- Working --------------------------------------------------------------------------------------------------------

Worker::End Worker::work(bool guest) noexcept {
  pace_.begin(scheduler_.now());
  while (Runnable* const runnable = find()) {
    run(*runnable);
    if (pace_.count_slice() && !look_up(guest)) [[unlikely]] {
      return End::leave;
    }
  }
  return End::asleep;
}

/// What to run next. Null if there was nothing: then the worker is asleep, and nothing of it may be touched.
Runnable* Worker::find() noexcept {
  for (;;) {
    if (is_stopped()) [[unlikely]] {
      scheduler_.hand_back_injected();  // this worker may have put something there after the others had looked
      hand_back_left();
    } else if (Runnable* const own = next_of_own()) [[likely]] {
      return own;
    } else if (Runnable* const others = search()) {
      return others;
    }
    if (fall_asleep()) {
      return nullptr;
    }
  }
}

Runnable* Worker::next_of_own() noexcept {
  const std::uint32_t hand_overs = hand_overs_.get();
  if (hand_overs < most_hand_overs) [[likely]] {
    if (Runnable* const next = take_slot()) [[likely]] {
      hand_overs_.set(hand_overs + 1);
      count(counts_.hand_overs);
      return next;
    }
  }
  hand_overs_.set(0);
  if (Runnable* const next = queue_.pop()) {
    return next;
  }
  return take_slot();
}

Runnable* Worker::take_slot() noexcept {
  if (slot_.load(std::memory_order_relaxed) == nullptr) {  // relaxed: the owner's own, or taken by a thief
    return nullptr;
  }
  return slot_.exchange(nullptr, std::memory_order_relaxed);  // relaxed: what this thread has put there, or null
}

void Worker::run(Runnable& runnable) noexcept {
  running_.set(&runnable);
  // release | nothing of its own; the label's text was written long ago. Partner: `running`.
  label_.store(&runnable.trace_label(), std::memory_order_release);
  runnable.run();
  count(counts_.slices);
}

/// Now and then: takes in what others submitted, and lets others have the thread. False if the worker has to leave.
bool Worker::look_up(bool guest) noexcept {
  const bool is_turn = pace_.look_up(scheduler_.now());
  if (!is_stopped()) {
    if (Runnable* const injected = take_injected()) {
      run(*injected);
    }
  }
  return !is_turn || offer_thread(guest);
}

/// Others may keep the thread for long, so everything is where it can be stolen, and somebody is awake to do so.
bool Worker::offer_thread(bool guest) noexcept {
  count(counts_.turns);
  running_.set(nullptr);
  if (Runnable* const next = take_slot()) {
    enqueue(*next);
  } else if (has_queue()) {
    scheduler_.notify();
  }
  label_.store(nullptr, std::memory_order_relaxed);  // relaxed: tells of nothing
  return !guest && scheduler_.host().take_turn() == Host::Turn::go_on;
}

Runnable* Worker::take_injected() noexcept {
  const Injection::Taken taken = scheduler_.injection().take(queue_);
  if (taken.first != nullptr) {
    count(counts_.injected);
    if (!taken.is_all) {
      scheduler_.notify();
    }
  }
  return taken.first;
}

// --- Searching ------------------------------------------------------------------------------------------------------

Runnable* Worker::search() noexcept {
  if (!searching_.get()) {
    if (!scheduler_.roster().begin_search()) {
      return nullptr;
    }
    searching_.set(true);
  }
  label_.store(nullptr, std::memory_order_relaxed);  // relaxed: tells of nothing
  for (std::uint32_t round = 0; round < search_rounds; ++round) {
    if (Runnable* const runnable = search_once()) {
      return found(*runnable);
    }
    pause(pauses_per_round);
  }
  for (Worker* const victim : scheduler_.workers()) {
    if (victim != this) {
      if (Runnable* const runnable = victim->steal_slot()) {
        count(counts_.steals);
        return found(*runnable);
      }
    }
  }
  return nullptr;
}

Runnable* Worker::search_once() noexcept {
  if (Runnable* const injected = take_injected()) {
    return injected;
  }
  const std::span<Worker* const> workers = scheduler_.workers();
  for (std::size_t i = 1; i < workers.size(); ++i) {  // the next one first, so that thieves spread
    Worker& victim = *workers[(index_ + i) % workers.size()];
    if (victim.has_queue()) {
      if (Runnable* const stolen = victim.steal(*this)) {
        count(counts_.steals);
        return stolen;
      }
    }
  }
  return nullptr;
}

/// The search is over. The last searcher sees to it that another one looks, if there is more.
Runnable* Worker::found(Runnable& runnable) noexcept {
  searching_.set(false);
  if (scheduler_.roster().end_search() && scheduler_.has_work()) {
    scheduler_.notify();
  }
  return &runnable;
}

Runnable* Worker::steal_slot() noexcept {
  Runnable* seen = slot_.load(std::memory_order_relaxed);  // relaxed: a guess, which the exchange proves
  if (seen == nullptr) {
    return nullptr;
  }
  const std::uint64_t slice = counts_.slices.load(std::memory_order_relaxed);  // relaxed: a guess about the future
  pause(pauses_for_slot);
  if (counts_.slices.load(std::memory_order_relaxed) != slice) {
    return nullptr;
  }
  // acquire | the runnable's payload, from the release in `submit`.
  const bool is_mine =
      slot_.compare_exchange_strong(seen, nullptr, std::memory_order_acquire, std::memory_order_relaxed);
  return is_mine ? seen : nullptr;
}

// --- Ending ---------------------------------------------------------------------------------------------------------

/// False if it has been recruited again at once.
bool Worker::fall_asleep() noexcept {
  Scheduler& scheduler = scheduler_;
  const Roster::Index self = index_;
  const bool stopped = is_stopped();
  const bool was_searching = searching_.get();
  searching_.set(false);
  running_.set(nullptr);
  label_.store(nullptr, std::memory_order_relaxed);  // relaxed: tells of nothing

  const Roster::Rest rest = scheduler.roster().fall_asleep(self, was_searching);
  if (rest.nobody_searches && !stopped && scheduler.has_work()) {
    const auto sleeper = scheduler.roster().recruit();
    if (sleeper == self) {
      searching_.set(true);
      return false;
    }
    if (sleeper.has_value()) {
      scheduler.start(*sleeper);
    }
  } else if (rest.nobody_is_awake) {
    scheduler.listener().on_idle();
  }
  return true;
}

void Worker::decline() noexcept {
  if (!fall_asleep()) {
    scheduler_.restart(*this);
  }
}

void Worker::stop() noexcept {
  stopped_.store(1, std::memory_order_relaxed);  // a wish that carries nothing else
}

void Worker::hand_back_left() noexcept {
  while (Runnable* const runnable = take_left()) {
    scheduler_.hand_back(*runnable);
  }
}

Runnable* Worker::take_left() noexcept {
  // acquire | the runnable's payload, from the release in `submit`.
  if (Runnable* const next = slot_.exchange(nullptr, std::memory_order_acquire)) {
    return next;
  }
  Runnable* left[1];
  return queue_.take_half(left) == 1 ? left[0] : nullptr;
}

}  // namespace sluice::inline SLUICE_ABI::schedule
