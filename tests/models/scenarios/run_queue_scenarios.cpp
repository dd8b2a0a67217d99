// SPDX-License-Identifier: BSL-1.0
// One owner pushes and pops, others steal. Small capacities, so that slots are soon used again.
#include <sluice/engine/queue/run_queue.hpp>
#include <sluice_model/scenarios.hpp>

namespace sluice::model {
namespace {

struct Item final : engine::Runnable {
  void run() noexcept override {}
  engine::Plain<std::uint32_t> number{0};  // written before the push: a take that is unordered with it is a race
  engine::Plain<bool> taken{false};        // so is a second take
};

template <std::uint32_t slots>
class RunQueueScenario : public Scenario {
protected:
  static constexpr std::uint32_t most = 6;

  [[nodiscard]] bool push(std::uint32_t number) {
    items[number].number.set(number);
    return queue.push(items[number]);
  }

  /// Notes that this thread has it; gives its number.
  std::uint32_t take(engine::Runnable* runnable) {
    require(runnable != nullptr, "what is taken was pushed");
    Item& item = *static_cast<Item*>(runnable);
    require(!item.taken.get(), "each is taken once");
    item.taken.set(true);
    return item.number.get();
  }

  /// Takes all that is left in `from`, in the order of their numbers.
  void drain(engine::RunQueue& from) {
    std::uint32_t next = 0;
    while (engine::Runnable* const runnable = from.pop()) {
      const std::uint32_t number = take(runnable);
      require(number >= next, "the order is that of the pushes");
      next = number + 1;
    }
  }

  /// At the end, by one thread: the first `count` are taken, now or before.
  void require_all_taken(std::uint32_t count) {
    drain(queue);
    for (std::uint32_t i = 0; i < count; ++i) {
      require(items[i].taken.get(), "none is lost");
    }
  }

  Item items[most];
  engine::RunQueueOf<slots> queue;
};

/// The owner pops what a thief steals.
class LastOne final : public RunQueueScenario<2> {
public:
  LastOne() { require(push(0), "there is room"); }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (engine::Runnable* const one = index == 0 ? queue.pop() : queue.steal_into(own)) {
      take(one);
      // relaxed: the threads have ended when it is looked at
      winners.fetch_add(1, std::memory_order_relaxed);
    }
  }
  void finish() override {
    require(winners.load(std::memory_order_relaxed) == 1, "one of the two has it");
    require(queue.is_empty() && own.is_empty(), "a queue without the last one is empty");
  }
  engine::RunQueueOf<2> own;
  engine::Atomic<std::uint32_t> winners{0};
};

/// The owner pushes while a thief steals.
class PushAgainstSteal final : public RunQueueScenario<4> {
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      for (std::uint32_t i = 0; i < 3; ++i) {
        require(push(i), "there is room");
      }
      return;
    }
    for (int i = 0; i < 2; ++i) {
      if (engine::Runnable* const first = queue.steal_into(own)) {
        const std::uint32_t number = take(first);
        engine::Runnable* const second = own.pop();
        require(second == nullptr || take(second) == number + 1, "what is stolen together keeps its order");
      }
    }
  }
  void finish() override { require_all_taken(3); }
  engine::RunQueueOf<4> own;
};

/// Two thieves divide what is there.
class TwoThieves final : public RunQueueScenario<4> {
public:
  TwoThieves() {
    for (std::uint32_t i = 0; i < 4; ++i) {
      require(push(i), "there is room");
    }
  }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    engine::Runnable* const first = queue.steal_into(own[index]);
    take(first);  // four are enough for both, whoever comes first
    drain(own[index]);
  }
  void finish() override {
    require_all_taken(4);
    require(queue.is_empty(), "a drained queue is empty");
  }
  engine::RunQueueOf<4> own[2];
};

/// The owner uses slots again that a slow thief is reading.
class SlotsAreUsedAgain final : public RunQueueScenario<2> {
public:
  SlotsAreUsedAgain() { require(push(0) && push(1), "there is room"); }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      for (std::uint32_t i = 2; i < 4; ++i) {
        if (engine::Runnable* const oldest = queue.pop()) {
          take(oldest);
        }
        require(push(i), "there is room for one");
      }
    } else {
      for (int i = 0; i < 2; ++i) {
        if (engine::Runnable* const first = queue.steal_into(own)) {
          take(first);
        }
      }
    }
  }
  void finish() override { require_all_taken(4); }
  engine::RunQueueOf<2> own;
};

/// A full queue's owner moves half of it out, while a thief comes.
class OverflowAgainstSteal final : public RunQueueScenario<4> {
public:
  OverflowAgainstSteal() {
    for (std::uint32_t i = 0; i < 4; ++i) {
      require(push(i), "there is room");
    }
  }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 1) {
      take(queue.steal_into(own));
      return;
    }
    if (!push(4)) {
      engine::Runnable* batch[engine::RunQueueOf<4>::largest_half];
      const std::uint32_t count = queue.take_half(batch);
      require(count > 0, "one thief leaves something");
      for (std::uint32_t i = 0; i < count; ++i) {
        take(batch[i]);
      }
      require(push(4), "moving half out makes room");
    }
  }
  void finish() override {
    drain(own);
    require_all_taken(5);
  }
  engine::RunQueueOf<4> own;
};

/// What a thief stole is stolen from it, while its own victim pops.
class StolenAgain final : public RunQueueScenario<4> {
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      for (std::uint32_t i = 0; i < 3; ++i) {
        require(push(i), "there is room");
      }
      take(queue.pop());
    } else if (engine::Runnable* const first =
                   index == 1 ? queue.steal_into(thiefs) : thiefs.steal_into(second_thiefs)) {
      take(first);
    }
  }
  void finish() override {
    drain(thiefs);
    require(second_thiefs.is_empty(), "there was one to steal");
    require_all_taken(3);
  }
  engine::RunQueueOf<4> thiefs, second_thiefs;
};

/// Three runnables, one goes to the owner and one to another thief: who knows of the pushes finds the third.
class KnownWorkIsFound final : public RunQueueScenario<4> {
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      require(push(0) && push(1) && push(2), "there is room");
      // release | the pushes, to the acquire below
      known.store(1, std::memory_order_release);
      take(queue.pop());
      return;
    }
    if (known.load(std::memory_order_acquire) == 1) {  // acquire | the pushes, from the release above
      require(!queue.is_empty(), "who knows of work sees it");
      engine::Runnable* one[1];
      require(queue.take_half(one) == 1, "who knows of work finds it");
      take(one[0]);
    }
  }
  void finish() override { require_all_taken(3); }
  engine::Atomic<std::uint32_t> known{0};
};

/// A thief whose own queue has work, and is robbed meanwhile.
class BusyThief final : public RunQueueScenario<4> {
public:
  BusyThief() {
    for (std::uint32_t i = 0; i < 4; ++i) {
      require(push(i), "there is room");
    }
    for (std::uint32_t i = 4; i < 6; ++i) {
      items[i].number.set(i);
      require(own.push(items[i]), "there is room");
    }
  }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    engine::Runnable* const one = index == 0 ? queue.steal_into(own) : own.steal_into(robbers);
    take(one);
  }
  void finish() override {
    require(robbers.is_empty(), "half of two is one");
    while (engine::Runnable* const left = own.pop()) {
      take(left);
    }
    require_all_taken(6);
  }
  engine::RunQueueOf<2> own, robbers;
};

constexpr NamedScenario table[] = {
    {"run_queue.last_one", "the last one goes to the owner or to the thief", &make_scenario<LastOne>},
    {"run_queue.push_against_steal", "what is stolen comes with its payload, in order",
     &make_scenario<PushAgainstSteal>},
    {"run_queue.two_thieves", "two thieves get different halves", &make_scenario<TwoThieves>},
    {"run_queue.slots_are_used_again", "a thief never keeps what it read from a slot written again",
     &make_scenario<SlotsAreUsedAgain>},
    {"run_queue.overflow", "a full queue's half goes to the owner or to the thief",
     &make_scenario<OverflowAgainstSteal>},
    {"run_queue.stolen_again", "what is stolen twice comes with its payload", &make_scenario<StolenAgain>},
    {"run_queue.known_work", "who knows of work that is left finds some", &make_scenario<KnownWorkIsFound>},
    {"run_queue.busy_thief", "a thief with work of its own loses nothing", &make_scenario<BusyThief>},
};

}  // namespace

std::span<const NamedScenario> run_queue_scenarios() { return table; }

}  // namespace sluice::model
