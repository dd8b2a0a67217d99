// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/memory.hpp>
#include <sluice/engine/trace.hpp>
#include <sluice/graph/schedule/workers/scheduler.hpp>
#include <sluice/graph/schedule/workers/worker.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

using engine::Runnable;

namespace {

constexpr engine::trace::Label searching{"steal", "Worker::search", __FILE__, __LINE__, engine::trace::color::steal};

void pause(std::uint32_t times) noexcept {
  for (std::uint32_t i = 0; i < times; ++i) {
    engine::spin_hint();
  }
}

}  // namespace

Worker::Worker(Scheduler& scheduler, Roster::Index index, bool is_alone, Instant now) noexcept
    : scheduler_{scheduler}, index_{index}, is_alone_{is_alone}, pace_{now} {}

// --- Submitting -----------------------------------------------------------------------------------------------------

bool Worker::submit_specially(Runnable& runnable) noexcept {
  if (is_stopped()) {
    return false;
  }
  // What has had its slice goes behind others; and so does what comes while nothing runs here, from whoever has the
  // thread then, perhaps for long: nobody is woken for the slot.
  if (running_.get() == nullptr || &runnable == running_.get()) {
    enqueue(runnable);
    return true;
  }
  Runnable* const displaced = slot_.exchange(&runnable, std::memory_order_release);  // release | as in `submit`
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

[[gnu::always_inline]] inline Runnable* Worker::take_slot() noexcept {
  Runnable* const next = slot_.load(std::memory_order_relaxed);  // relaxed: the owner's own, or taken by a thief
  if (next == nullptr) {
    return nullptr;
  }
  if (is_alone_) {
    slot_.store(nullptr, std::memory_order_relaxed);  // relaxed: nobody else touches it
    return next;
  }
  return slot_.exchange(nullptr, std::memory_order_relaxed);  // relaxed: what this thread has put there, or null
}

/// What to run next. Null if there was nothing: then the worker is asleep, and nothing of it may be touched.
[[gnu::always_inline]] inline Runnable* Worker::find() noexcept {
  const std::uint32_t hand_overs = hand_overs_.get();
  if (hand_overs < most_hand_overs && !is_stopped()) [[likely]] {
    if (Runnable* const next = take_slot()) [[likely]] {
      hand_overs_.set(hand_overs + 1);
      count(counts_.hand_overs);
      return next;
    }
  }
  return find_elsewhere();
}

Runnable* Worker::find_elsewhere() noexcept {
  for (;;) {
    if (!is_stopped()) [[likely]] {
      if (Runnable* const own = next_of_own()) [[likely]] {
        return own;
      }
      if (Runnable* const others = search()) {
        return others;
      }
    }
    if (fall_asleep()) {
      return nullptr;
    }
  }
}

/// The queue's turn; the slot's if that is empty.
Runnable* Worker::next_of_own() noexcept {
  hand_overs_.set(0);
  if (Runnable* const next = queue_.pop()) {
    return next;
  }
  Runnable* const next = take_slot();
  if (next != nullptr) {
    count(counts_.hand_overs);
  }
  return next;
}

[[gnu::always_inline]] inline void Worker::run(Runnable& runnable) noexcept {
  running_.set(&runnable);
  // release | nothing of its own; the label's text was written long ago. Partner: `running`.
  label_.store(&runnable.trace_label(), std::memory_order_release);
  runnable.run();
  count(counts_.slices);
}

Worker::End Worker::work(bool guest) noexcept {
  pace_.begin(scheduler_.now());
  away_.store(0, std::memory_order_relaxed);  // a hint for `rob_absent`
  if (searching_.get() && has_queue()) [[unlikely]] {
    end_search();  // it slept with a queue, for it had declined a thread
  }
  while (Runnable* const runnable = find()) {
    run(*runnable);
    if (pace_.count_slice() && !look_up(guest)) [[unlikely]] {
      return End::leave;
    }
  }
  return End::asleep;
}

/// Now and then: takes in what others submitted, and lets others have the thread. False if the worker has to leave.
bool Worker::look_up(bool guest) noexcept {
  engine::trace::look();
  const bool is_turn = pace_.look_up(scheduler_.now());
  if (!is_stopped()) {
    Runnable* const injected = take_injected();
    if (Runnable* const others = injected != nullptr ? injected : rob_absent()) {
      run(*others);
    }
  }
  const bool stays = !is_turn || is_stopped() || offer_thread(guest);
  if (owes_look_.get()) [[unlikely]] {
    pay_look();
  }
  return stays;
}

/// False if the worker has to leave. It waits for a thread then. Whoever is busy looks after its queue, for that may take
/// long; nobody is woken, for the host does what it can.
bool Worker::offer_thread(bool guest) noexcept {
  count(counts_.turns);
  if (!guest && !scheduler_.host().wants_thread(scheduler_.present())) {
    return true;
  }
  if (Runnable* const next = take_slot()) {
    if (!queue_.push(*next)) {
      overflow(*next);
    }
  }
  running_.set(nullptr);
  label_.store(nullptr, std::memory_order_relaxed);  // relaxed: tells of nothing
  away_.store(1, std::memory_order_relaxed);         // a hint for `rob_absent`
  engine::memory::flush();                           // others may need what died here
  return false;
}

/// Half of what somebody has who waits for a thread; the first of it.
Runnable* Worker::rob_absent() noexcept {
  for (Worker* const victim : scheduler_.workers()) {
    // relaxed: a hint; the queue is anybody's at any time
    if (victim->away_.load(std::memory_order_relaxed) != 0 && victim != this && victim->has_queue()) {
      if (Runnable* const stolen = victim->steal(*this)) {
        count(counts_.steals);
        return stolen;
      }
    }
  }
  return nullptr;
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
  engine::trace::Zone zone{searching};
  const SearchBudget& budget = scheduler_.budget();
  for (std::uint32_t round = 0; round < budget.search_rounds; ++round) {
    if (Runnable* const runnable = search_once()) {
      zone.value(1);
      return found(*runnable);
    }
    pause(budget.pauses_per_round);
  }
  for (Worker* const victim : scheduler_.workers()) {
    if (victim != this) {
      if (Runnable* const runnable = victim->steal_slot()) {
        count(counts_.steals);
        zone.value(1);
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
  end_search();
  return &runnable;
}

void Worker::end_search() noexcept {
  searching_.set(false);
  if (scheduler_.roster().end_search() && scheduler_.has_work()) {
    scheduler_.notify();
  }
}

Runnable* Worker::steal_slot() noexcept {
  Runnable* seen = slot_.load(std::memory_order_relaxed);  // relaxed: a guess, which the exchange proves
  if (seen == nullptr) {
    return nullptr;
  }
  const std::uint64_t slice = counts_.slices.load(std::memory_order_relaxed);  // relaxed: a guess about the future
  pause(scheduler_.budget().pauses_for_slot);
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
  engine::memory::flush();  // others may need what died here
  Scheduler& scheduler = scheduler_;
  const Roster::Index self = index_;
  const bool stopped = is_stopped();
  const Roster::Rest rest = lie_down(stopped);
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

/// Nothing of the worker may be touched afterwards: somebody may have started it.
Roster::Rest Worker::lie_down(bool stopped) noexcept {
  const bool was_searching = searching_.get();
  searching_.set(false);
  running_.set(nullptr);
  label_.store(nullptr, std::memory_order_relaxed);  // relaxed: tells of nothing
  if (stopped) [[unlikely]] {
    scheduler_.hand_back_injected();  // perhaps it has put something there, behind the back of who stopped it
    hand_back_slot();
    hand_back_left();
  }
  return scheduler_.roster().fall_asleep(index_, was_searching);
}

void Worker::decline(Worker& occupant) noexcept {
  occupant.owes_look_.set(true);
  if (occupant.running_.get() != nullptr) {
    occupant.pace_.hurry();
  }
  (void)lie_down(is_stopped());  // the occupant is awake, and looks later
}

/// Who declined this thread may have been the only searcher.
void Worker::pay_look() noexcept {
  owes_look_.set(false);
  if (scheduler_.has_work()) {
    scheduler_.notify();
  }
}

void Worker::stop() noexcept {
  stopped_.store(1, std::memory_order_relaxed);  // a wish that carries nothing else
}

void Worker::hand_back_left() noexcept {
  if (!is_alone_) {
    hand_back_slot();
  }
  Runnable* left[1];
  while (queue_.take_half(left) == 1) {
    scheduler_.hand_back(*left[0]);
  }
}

void Worker::hand_back_slot() noexcept {
  // acquire | the runnable's payload, from the release in `submit`.
  if (Runnable* const next = slot_.exchange(nullptr, std::memory_order_acquire)) {
    scheduler_.hand_back(*next);
  }
}

}  // namespace sluice::inline SLUICE_ABI::schedule
