// SPDX-License-Identifier: BSL-1.0
// What is submitted runs once, and what it submits runs too. R2.2, R2.3, R5.1, US13, SC-11
#include <sluice/engine/dispatch/dispatcher.hpp>
#include <sluice_test/contract.hpp>
#include <sluice_test/probe.hpp>
#include <sluice_test/watched_executor.hpp>

namespace sluice::contract {
namespace {

using engine::Dispatcher;
using engine::Submission;

/// Is submitted again by its sender as soon as it has run.
class Errand final : public engine::Runnable {
public:
  /// Whether it was free, and is submitted now.
  void try_submit(engine::Executor& executor) noexcept {
    // acquire | the last run, from the release below: the executor need not order what the sender does.
    if (is_out_.exchange(1, std::memory_order_acquire) == 0) {
      ++submissions;
      refusals += executor.submit(*this) == Submission::accepted ? 0u : 1u;
    }
  }
  void run() noexcept override {
    {
      const Room::Visit visit{room};
      runs.add();
    }
    // release | this run, to the acquire above. The last act: from here on it may be submitted again.
    const std::uint32_t was_out = is_out_.exchange(0, std::memory_order_release);
    if (was_out == 0) {
      strays.add();
    }
  }
  [[nodiscard]] bool is_out() const noexcept { return is_out_.load(std::memory_order_relaxed) != 0; }

  Room room;
  Tally runs;
  Tally strays;  ///< runs that nobody asked for
  std::uint32_t submissions = 0;
  std::uint32_t refusals = 0;

private:
  engine::Atomic<std::uint32_t> is_out_{0};
};

CONTRACT_SUITE(SchedulingContract);

CONTRACT(SchedulingContract, each_submission_runs_exactly_once) {  // R2.3
  constexpr std::uint32_t senders = 4;
  Errand errands[senders];

  backend.from_outside(senders, backend.share(40'000) / senders,
                       [&](std::uint32_t sender, std::uint32_t) { errands[sender].try_submit(backend.executor()); });
  backend.drain();

  for (const Errand& errand : errands) {
    EXPECT_GT(errand.submissions, 0u);
    EXPECT_EQ(errand.runs.get(), errand.submissions);
    EXPECT_EQ(errand.strays.get(), 0u);
    EXPECT_EQ(errand.refusals, 0u);
    EXPECT_FALSE(errand.is_out());
    EXPECT_EQ(errand.room.overlaps(), 0u);
    EXPECT_EQ(errand.room.visits(), errand.submissions);
  }
}

/// Submits itself until it has run often enough.
class Treadmill final : public engine::Runnable {
public:
  void run() noexcept override {
    bool is_last = true;
    {
      const Room::Visit visit{room};
      ++runs;
      is_last = left == 0;
      left -= is_last ? 0 : 1;
    }
    if (!is_last) {
      (void)executor->submit(*this);  // the last act: from here on another worker may run it
    }
  }
  engine::Executor* executor = nullptr;
  Room room;
  std::uint32_t left = 0;
  std::uint32_t runs = 0;
};

CONTRACT(SchedulingContract, what_submits_itself_runs_once_for_each_time) {  // R2.2
  constexpr std::uint32_t count = 3;
  const std::uint32_t times = backend.share(30'000) / count;
  Treadmill treadmills[count];

  for (Treadmill& treadmill : treadmills) {
    treadmill.executor = &backend.executor();
    treadmill.left = times;
    EXPECT_EQ(backend.executor().submit(treadmill), Submission::accepted);
  }
  backend.drain();

  for (const Treadmill& treadmill : treadmills) {
    EXPECT_EQ(treadmill.runs, times + 1);
    EXPECT_EQ(treadmill.room.overlaps(), 0u);
  }
}

/// Submits its two branches, each of which does the same.
class Branch final : public engine::Runnable {
public:
  static constexpr std::uint32_t count = 31;

  void run() noexcept override {
    runs.add();
    for (std::uint32_t child = 2 * index + 1; child <= 2 * index + 2 && child < count; ++child) {
      (void)executor->submit(tree[child]);
    }
  }
  Branch* tree = nullptr;
  engine::Executor* executor = nullptr;
  std::uint32_t index = 0;
  Tally runs;
};

CONTRACT(SchedulingContract, a_drain_waits_for_all_that_a_runnable_submits) {  // R2.2
  static Branch tree[Branch::count];
  const std::uint32_t times = backend.share(3'000) / 4;
  for (std::uint32_t index = 0; index < Branch::count; ++index) {
    tree[index].tree = tree;
    tree[index].executor = &backend.executor();
    tree[index].index = index;
    tree[index].runs.set(0);
  }

  std::uint32_t missing = 0;
  for (std::uint32_t time = 1; time <= times; ++time) {
    EXPECT_EQ(backend.executor().submit(tree[0]), Submission::accepted);
    backend.drain();
    for (const Branch& branch : tree) {
      missing += branch.runs.get() == time ? 0u : 1u;
    }
  }

  EXPECT_EQ(missing, 0u);
}

CONTRACT(SchedulingContract, nothing_runs_inside_its_own_submission) {
  /// Waits until whoever submitted it has let its lock go: for ever, if that one waits for it.
  class Inner final : public engine::Runnable {
  public:
    explicit Inner(Backend& backend) noexcept : backend_{backend} {}
    void run() noexcept override {
      stuck.add(is_locked.get() == 0 || backend_.wait_until([this] { return is_locked.get() == 0; }) ? 0 : 1);
      runs.add();
    }
    Tally is_locked;
    Tally stuck;
    Tally runs;

  private:
    Backend& backend_;
  };
  const std::uint32_t times = backend.share(1'000);
  Inner inner{backend};

  backend.from_outside(1, times, [&](std::uint32_t, std::uint32_t number) {
    if (inner.stuck.get() == 0) {
      inner.is_locked.set(1);
      EXPECT_EQ(backend.executor().submit(inner), Submission::accepted);
      inner.is_locked.set(0);
      EXPECT_TRUE(backend.wait_until([&] { return inner.runs.get() == number + 1; }));
    }
  });
  backend.drain();

  EXPECT_EQ(inner.stuck.get(), 0u);
}

CONTRACT(SchedulingContract, a_mailbox_is_never_in_the_executor_twice) {  // R2.3, R5.1
  constexpr std::uint32_t senders = 4;
  constexpr std::uint32_t mailboxes = 2;
  const std::uint32_t each = backend.share(40'000) / senders;
  WatchedExecutor watch{backend.executor()};
  Dispatcher dispatcher{watch, {.throughput = 2}};
  PlainProbe probes[mailboxes]{PlainProbe{dispatcher}, PlainProbe{dispatcher}};
  for (PlainProbe& probe : probes) {
    watch.watch(probe);
  }

  backend.from_outside(senders, each, [&](std::uint32_t sender, std::uint32_t number) {
    (void)probes[number % mailboxes].send({sender, number});
    (void)dispatcher.register_for_execution(probes[sender % mailboxes], true, false);
  });
  backend.drain();

  EXPECT_EQ(watch.doubles.get(), 0u);
  EXPECT_EQ(watch.runs.get(), watch.submissions.get());
  EXPECT_EQ(probes[0].handled.get() + probes[1].handled.get(), senders * each);
}

CONTRACT(SchedulingContract, nobody_is_run_by_two_threads_at_once) {  // R5.1, US13
  constexpr std::uint32_t senders = 4;
  const std::uint32_t each = backend.share(60'000) / senders;
  Dispatcher dispatcher{backend.executor(), {.throughput = 1}};
  PlainProbe probes[3]{PlainProbe{dispatcher}, PlainProbe{dispatcher}, PlainProbe{dispatcher}};

  backend.from_outside(senders, each, [&](std::uint32_t sender, std::uint32_t number) {
    (void)probes[(sender + number) % 3].send({sender, number});
  });
  backend.drain();

  std::uint32_t visits = 0;
  for (const PlainProbe& probe : probes) {
    EXPECT_EQ(probe.room.overlaps(), 0u);
    EXPECT_EQ(probe.room.visits(), probe.handled.get());
    visits += probe.room.visits();
  }
  EXPECT_EQ(visits, senders * each);
}

CONTRACT(SchedulingContract, a_drain_sees_a_chain_of_messages_to_its_end) {  // R2.2
  /// Passes a message on until its number is 0.
  class Relay final : public Probe {
  public:
    using Probe::Probe;
    Relay* next = nullptr;

  private:
    void on_message(Numbered message) noexcept override {
      if (message.number > 0) {
        (void)next->send({message.sender, message.number - 1}, this);
      }
    }
  };
  const std::uint32_t hops = backend.share(2'000) / 2;
  Dispatcher dispatcher{backend.executor()};
  Relay relays[3]{Relay{dispatcher}, Relay{dispatcher}, Relay{dispatcher}};
  for (std::uint32_t index = 0; index < 3; ++index) {
    relays[index].next = &relays[(index + 1) % 3];
  }

  for (std::uint32_t chain = 1; chain <= 10; ++chain) {
    (void)relays[chain % 3].send({0, hops - 1});
    backend.drain();
    EXPECT_EQ(relays[0].handled.get() + relays[1].handled.get() + relays[2].handled.get(), chain * hops);
  }
}

}  // namespace
}  // namespace sluice::contract
