// SPDX-License-Identifier: BSL-1.0
// The explorer's own tests: what C++ allows it finds, what C++ forbids it does not, and what is wrong it names.
#include <algorithm>
#include <set>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/mutex.hpp>
#include <sluice_model/crash.hpp>
#include <sluice_model/scenarios.hpp>
#include <sluice_test/test.hpp>
#include <string>
#include <vector>

namespace sluice::model {
namespace {

using engine::Atomic;
using engine::Plain;
using Number = std::uint32_t;
using Outcome = std::vector<Number>;

constexpr auto relaxed = std::memory_order_relaxed;
constexpr auto acquire = std::memory_order_acquire;
constexpr auto release = std::memory_order_release;
constexpr auto acq_rel = std::memory_order_acq_rel;
constexpr auto seq_cst = std::memory_order_seq_cst;

/// Everything that its threads can read, over all executions.
class Litmus : public Scenario {
public:
  static inline std::set<Outcome> seen;
};

template <class S>
Findings explored(Bounds bounds = unbounded) {
  return explore(&make_scenario<S>, {.bounds = bounds});
}

template <class S>
std::set<Outcome> outcomes(Bounds bounds = unbounded) {
  Litmus::seen.clear();
  EXPECT_EQ(explored<S>(bounds).failure, "");
  return Litmus::seen;
}

template <class S>
std::string failure(Bounds bounds = unbounded) {
  return explored<S>(bounds).failure;
}

bool begins(const std::string& text, const char* beginning) { return text.starts_with(beginning); }

// --- What C++ allows and forbids ------------------------------------------------------------------------------------

template <std::memory_order Store, std::memory_order Load>
class MessagePassing final : public Litmus {
  Number threads() const override { return 2; }
  void thread(Number index) override {
    if (index == 0) {
      payload.set(42);
      ready.store(1, Store);
    } else if (ready.load(Load) == 1) {
      read = payload.get();
    }
  }
  void finish() override { seen.insert({read}); }
  Atomic<Number> ready{0};
  Plain<Number> payload{0};
  Number read = 0;
};

TEST(MessagePassing, with_release_and_acquire_delivers) {
  EXPECT_EQ((outcomes<MessagePassing<release, acquire>>()), (std::set<Outcome>{{0}, {42}}));
}

TEST(MessagePassing, with_either_side_relaxed_is_a_race) {
  EXPECT_TRUE(begins(failure<MessagePassing<relaxed, acquire>>(), "data race"));
  EXPECT_TRUE(begins(failure<MessagePassing<release, relaxed>>(), "data race"));
}

template <std::memory_order Store, std::memory_order Load>
class StoreBuffering final : public Litmus {
  Number threads() const override { return 2; }
  void thread(Number index) override {
    words[index].store(1, Store);
    read[index] = words[1 - index].load(Load);
  }
  void finish() override { seen.insert({read[0], read[1]}); }
  Atomic<Number> words[2];
  Number read[2]{};
};

TEST(StoreBuffering, with_release_and_acquire_lets_both_sides_miss) {
  EXPECT_TRUE((outcomes<StoreBuffering<release, acquire>>().contains({0, 0})));
}

TEST(StoreBuffering, with_only_the_stores_sequentially_consistent_lets_both_sides_miss) {
  EXPECT_TRUE((outcomes<StoreBuffering<seq_cst, acquire>>().contains({0, 0})));
}

TEST(StoreBuffering, with_sequential_consistency_lets_one_side_see) {
  EXPECT_EQ((outcomes<StoreBuffering<seq_cst, seq_cst>>()), (std::set<Outcome>{{0, 1}, {1, 0}, {1, 1}}));
}

/// Both sides announce themselves in one word, by read-modify-writes, and then look at each other's.
class OneWord final : public Litmus {
  Number threads() const override { return 2; }
  void thread(Number index) override {
    words[index].store(1, relaxed);
    order.fetch_or(1, acq_rel);
    read[index] = words[1 - index].load(relaxed);
  }
  void finish() override { seen.insert({read[0], read[1]}); }
  Atomic<Number> words[2];
  Atomic<Number> order{0};
  Number read[2]{};
};

TEST(StoreBuffering, with_read_modify_writes_of_one_word_between_lets_one_side_see) {
  EXPECT_EQ(outcomes<OneWord>(), (std::set<Outcome>{{0, 1}, {1, 0}, {1, 1}}));
}

class ReadTwice final : public Litmus {
  Number threads() const override { return 2; }
  void thread(Number index) override {
    if (index == 0) {
      word.store(1, relaxed);
      word.store(2, relaxed);
    } else {
      read[0] = word.load(relaxed);
      read[1] = word.load(relaxed);
    }
  }
  void finish() override { seen.insert({read[0], read[1]}); }
  Atomic<Number> word{0};
  Number read[2]{};
};

TEST(Coherence, a_thread_never_reads_backwards) {
  EXPECT_EQ(outcomes<ReadTwice>(), (std::set<Outcome>{{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}}));
}

/// Reads, tells another thread, which reads.
template <std::memory_order Tell, std::memory_order Hear>
class ReadAndTell final : public Litmus {
  Number threads() const override { return 3; }
  void thread(Number index) override {
    if (index == 0) {
      word.store(1, relaxed);
    } else if (index == 1) {
      read[0] = word.load(relaxed);
      told.store(1, Tell);
    } else {
      heard = told.load(Hear);
      read[1] = word.load(relaxed);
    }
  }
  void finish() override { seen.insert({read[0], heard, read[1]}); }
  Atomic<Number> word{0};
  Atomic<Number> told{0};
  Number read[2]{};
  Number heard = 0;
};

TEST(Coherence, who_knows_of_a_read_does_not_read_older) {
  EXPECT_FALSE((outcomes<ReadAndTell<release, acquire>>().contains({1, 1, 0})));
  EXPECT_TRUE((outcomes<ReadAndTell<relaxed, relaxed>>().contains({1, 1, 0})));
}

template <std::memory_order Store, std::memory_order Load>
class TwoWritersTwoReaders final : public Litmus {
  Number threads() const override { return 4; }
  void thread(Number index) override {
    if (index < 2) {
      words[index].store(1, Store);
    } else {
      Number* const own = read[index - 2];
      own[0] = words[index - 2].load(Load);
      own[1] = words[3 - index].load(Load);
    }
  }
  void finish() override { seen.insert({read[0][0], read[0][1], read[1][0], read[1][1]}); }
  Atomic<Number> words[2];
  Number read[2][2]{};
};

TEST(IndependentReads, of_independent_writes_may_disagree_with_acquire) {
  EXPECT_TRUE((outcomes<TwoWritersTwoReaders<release, acquire>>().contains({1, 0, 1, 0})));
}

TEST(IndependentReads, of_independent_writes_agree_with_sequential_consistency) {
  EXPECT_FALSE((outcomes<TwoWritersTwoReaders<seq_cst, seq_cst>>().contains({1, 0, 1, 0})));
}

/// A release, then somebody else's change of the same word, then the acquire.
template <bool ReadModifyWrite>
class ReleaseSequence final : public Litmus {
  Number threads() const override { return 3; }
  void thread(Number index) override {
    if (index == 0) {
      payload.set(42);
      word.store(1, release);
    } else if (index == 1) {
      if constexpr (ReadModifyWrite) {
        word.fetch_add(1, relaxed);
      } else if (word.load(relaxed) == 1) {
        word.store(2, relaxed);
      }
    } else if (word.load(acquire) == 2) {
      read = payload.get();
    }
  }
  void finish() override { seen.insert({read}); }
  Atomic<Number> word{0};
  Plain<Number> payload{0};
  Number read = 0;
};

TEST(ReleaseSequence, goes_on_through_a_relaxed_read_modify_write) {
  EXPECT_EQ(outcomes<ReleaseSequence<true>>(), (std::set<Outcome>{{0}, {42}}));
}

TEST(ReleaseSequence, ends_at_another_threads_store) {
  EXPECT_TRUE(begins(failure<ReleaseSequence<false>>(), "data race"));
}

class FailingCompare final : public Litmus {
  Number threads() const override { return 2; }
  void thread(Number index) override {
    if (index == 0) {
      word.store(1, relaxed);
      word.store(2, relaxed);
    } else {
      Number expected = 2;
      const bool done = word.compare_exchange_strong(expected, 3, relaxed, relaxed);
      read = done ? 3 : expected;
    }
  }
  void finish() override { seen.insert({read, word.load(relaxed)}); }
  Atomic<Number> word{0};
  Number read = 0;
};

TEST(CompareExchange, may_fail_with_a_value_of_the_past) {
  EXPECT_EQ(outcomes<FailingCompare>(), (std::set<Outcome>{{0, 2}, {1, 2}, {3, 3}}));
}

class Increments final : public Litmus {
  Number threads() const override { return 3; }
  void thread(Number) override {
    Number before = word.load(relaxed);
    while (!word.compare_exchange_weak(before, before + 1, relaxed, relaxed)) {
    }
  }
  void finish() override { seen.insert({word.load(relaxed)}); }
  Atomic<Number> word{0};
};

TEST(CompareExchange, that_succeeds_has_seen_the_newest_value) {
  EXPECT_EQ(outcomes<Increments>({.preemptions = 3, .stale_reads = 3}), (std::set<Outcome>{{3}}));
}

// --- What is wrong --------------------------------------------------------------------------------------------------

template <bool Writes>
class TwoUsers final : public Scenario {
  Number threads() const override { return 2; }
  void thread(Number index) override {
    if (Writes || index == 0) {
      word.set(index);
    } else {
      (void)word.get();
    }
  }
  Plain<Number> word{0};
};

class TwoReaders final : public Scenario {
  Number threads() const override { return 2; }
  void thread(Number) override { (void)word.get(); }
  Plain<Number> word{0};
};

TEST(Explorer, finds_unordered_accesses_to_plain_data) {
  EXPECT_TRUE(begins(failure<TwoUsers<true>>(), "data race: a write"));
  EXPECT_TRUE(begins(failure<TwoUsers<false>>(), "data race"));
  EXPECT_EQ(failure<TwoReaders>(), "");
}

/// One thread ends a variable, the other one uses it, knowing (`Ordered`) or not that it ended.
template <class Variable, bool Ordered>
class EndedVariable final : public Scenario {
public:
  EndedVariable()
      : variable{::new(Execution::current()->allocate(sizeof(Variable), alignof(Variable), true)) Variable{0}} {}

private:
  Number threads() const override { return 2; }
  void thread(Number index) override {
    if (index == 0) {
      variable->~Variable();
      ended.store(1, release);
    } else if (!Ordered || ended.load(acquire) == 1) {
      use(*variable);
    }
  }
  static void use(Atomic<Number>& word) { (void)word.load(acquire); }
  static void use(Plain<Number>& word) { (void)word.get(); }
  Variable* variable;
  Atomic<Number> ended{0};
};

TEST(Explorer, finds_a_use_after_reclaim) {
  EXPECT_TRUE(begins(failure<EndedVariable<Atomic<Number>, true>>(), "use after reclaim"));
  EXPECT_TRUE(begins(failure<EndedVariable<Plain<Number>, true>>(), "use after reclaim"));
}

TEST(Explorer, finds_an_end_that_races_with_a_use) {
  EXPECT_NE((failure<EndedVariable<Atomic<Number>, false>>()), "");
  EXPECT_NE((failure<EndedVariable<Plain<Number>, false>>()), "");
}

template <int Releases>
class OneBlock final : public Scenario {
  Number threads() const override { return 1; }
  void thread(Number) override {
    Execution& execution = *Execution::current();
    void* const block = execution.allocate(16);
    for (int i = 0; i < Releases; ++i) {
      execution.release(block);
    }
  }
};

TEST(Explorer, finds_memory_that_comes_back_never_or_twice) {
  EXPECT_TRUE(begins(failure<OneBlock<0>>(), "leak"));
  EXPECT_EQ(failure<OneBlock<1>>(), "");
  EXPECT_EQ(failure<OneBlock<2>>(), "memory is given back twice");
}

class Sleeper final : public Scenario {
  Number threads() const override { return 2; }
  void thread(Number index) override {
    if (index == 0) {
      asleep.store(1, release);
      Execution::current()->wait(false);
    } else if (asleep.load(acquire) == 1) {
      Execution::current()->wake(1);
    }
  }
  Atomic<Number> asleep{0};
};

TEST(Explorer, finds_a_deadlock) { EXPECT_EQ(failure<Sleeper>(), "deadlock: thread 1 waits for ever"); }

class Spinner final : public Scenario {
  Number threads() const override { return 2; }
  void thread(Number) override {
    while (never.load(acquire) == 0) {
      engine::spin_hint();
    }
  }
  Atomic<Number> never{0};
};

TEST(Explorer, finds_a_livelock) { EXPECT_TRUE(begins(failure<Spinner>(), "livelock")); }

class NullUser final : public Scenario {
  Number threads() const override { return 1; }
  void thread(Number) override {
    volatile int* volatile nothing = nullptr;
    *nothing = 1;
  }
};

TEST(Explorer, survives_a_crash_and_names_it) {
  report_crashes();

  EXPECT_EQ(failure<NullUser>(), "crash: a wild pointer");
  EXPECT_EQ(failure<NullUser>(), "crash: a wild pointer");
  EXPECT_EQ(failure<TwoReaders>(), "");
}

/// The handshake in its textbook form, and in the right one: go idle, then look; push, then look.
template <bool ReadModifyWrite>
class GoIdle final : public Scenario {
  Number threads() const override { return 2; }
  void thread(Number index) override {
    if (index == 0) {
      slot.store(1, release);
      woken = scheduled.exchange(1, acq_rel) == 0;
      return;
    }
    if constexpr (ReadModifyWrite) {
      scheduled.exchange(0, acq_rel);
    } else {
      scheduled.store(0, seq_cst);
    }
    found = slot.load(acquire) == 1;
  }
  void finish() override { require(woken || found, "lost wake-up"); }
  Atomic<Number> slot{0};
  Atomic<Number> scheduled{1};
  bool woken = false;
  bool found = false;
};

TEST(Explorer, finds_the_lost_wake_up_that_stress_tests_do_not_see) {
  EXPECT_EQ(failure<GoIdle<false>>(), "lost wake-up");
  EXPECT_EQ(failure<GoIdle<true>>(), "");
}

class LockedCount final : public Litmus {
  Number threads() const override { return 3; }
  void thread(Number) override {
    const auto count = mutex.lock();
    word.fetch_add(0, relaxed);  // a place to be interrupted at, with the lock held
    plain.set(plain.get() + 1);
    ++*count;
  }
  void finish() override { seen.insert({*mutex.lock(), plain.get()}); }
  SyncMutex<Number> mutex{0};
  Atomic<Number> word{0};
  Plain<Number> plain{0};
};

TEST(Explorer, believes_in_mutexes) {
  EXPECT_EQ(outcomes<LockedCount>({.preemptions = 3, .stale_reads = 0}), (std::set<Outcome>{{3, 3}}));
}

// --- How it searches ------------------------------------------------------------------------------------------------

class TwoSteps final : public Scenario {
  Number threads() const override { return 2; }
  void thread(Number) override { word.fetch_add(1, relaxed); }
  Atomic<Number> word{0};
};

TEST(Search, sees_every_execution_of_two_single_steps_once) {
  EXPECT_EQ(explored<TwoSteps>({.preemptions = 0}).executions, 2u);
  EXPECT_EQ(explored<TwoSteps>({.preemptions = 1}).executions, 4u);
  EXPECT_EQ(explored<TwoSteps>({.preemptions = 2}).executions, 6u);
  EXPECT_EQ(explored<TwoSteps>({.preemptions = 9}).executions, 6u);
}

TEST(Search, reads_stale_values_as_often_as_it_may) {
  const Bounds none{.preemptions = 0, .stale_reads = 0};
  const Bounds one{.preemptions = 0, .stale_reads = 1};
  const Bounds two{.preemptions = 0, .stale_reads = 2};

  EXPECT_EQ(outcomes<ReadTwice>(none), (std::set<Outcome>{{0, 0}, {2, 2}}));
  EXPECT_EQ(outcomes<ReadTwice>(one), (std::set<Outcome>{{0, 0}, {0, 2}, {1, 2}, {2, 2}}));
  EXPECT_EQ(outcomes<ReadTwice>(two), (std::set<Outcome>{{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}}));
  EXPECT_EQ(explored<ReadTwice>(none).executions, 2u);
  EXPECT_EQ(explored<ReadTwice>(two).executions, 7u);
}

/// Needs two preemptions to go wrong: each thread must be interrupted between its two steps.
class TornTwice final : public Scenario {
  Number threads() const override { return 2; }
  void thread(Number index) override {
    const Number before = word.fetch_add(1, relaxed);
    const Number after = word.fetch_add(1, relaxed);
    torn[index] = after != before + 1;
  }
  void finish() override { require(!(torn[0] && torn[1]), "both were interrupted"); }
  Atomic<Number> word{0};
  bool torn[2]{};
};

TEST(Search, interrupts_as_often_as_it_may) {
  EXPECT_EQ(failure<TornTwice>({.preemptions = 1}), "");
  EXPECT_EQ(failure<TornTwice>({.preemptions = 2}), "both were interrupted");
}

TEST(Search, stops_after_the_wanted_number_of_executions) {
  const Findings findings = explore(&make_scenario<ReadTwice>, {.bounds = unbounded, .executions = 3});

  EXPECT_EQ(findings.executions, 3u);
  EXPECT_EQ(findings.failure, "");
}

TEST(Search, shows_a_failure_again_along_its_path) {
  const Findings findings = explored<GoIdle<false>>({.preemptions = 1, .stale_reads = 1});
  const auto again = [&] {
    return replay(&make_scenario<GoIdle<false>>, {.preemptions = 1, .stale_reads = 1}, findings.replay);
  };

  EXPECT_EQ(again().failure, "lost wake-up");
  EXPECT_EQ(again().trace, findings.trace);
  EXPECT_EQ(again().trace, again().trace);
}

TEST(Search, writes_down_thread_operation_order_value_and_place) {
  const std::vector<std::string> trace = explored<GoIdle<false>>().trace;

  const auto line = std::ranges::find_if(trace, [](const std::string& text) { return text.contains("exchange"); });

  ASSERT_NE(line, trace.end());
  for (const char* part : {"T1", "acq_rel", "0x1", "explorer_test.cpp:"}) {
    EXPECT_TRUE(line->contains(part)) << *line;
  }
  EXPECT_TRUE(trace.back().contains("FAILS: lost wake-up"));
}

TEST(Search, draws_the_same_from_the_same_seed) {
  const auto drawn = [](std::uint64_t seed) {
    return explore(&make_scenario<GoIdle<false>>,
                   {.bounds = unbounded, .random = true, .seed = seed, .executions = 10'000});
  };
  const Findings findings = drawn(7);

  EXPECT_EQ(findings.failure, "lost wake-up");
  EXPECT_EQ(drawn(7).executions, findings.executions);
  EXPECT_EQ(drawn(7).trace, findings.trace);
  EXPECT_EQ(drawn(findings.seed).executions, 1u);
  EXPECT_EQ(drawn(findings.seed).trace, findings.trace);
}

}  // namespace
}  // namespace sluice::model
