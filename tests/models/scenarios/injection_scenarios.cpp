// SPDX-License-Identifier: BSL-1.0
// What comes from outside: pushed by some, taken all at once by others, put back, closed.
#include <sluice/graph/schedule/workers/injection.hpp>
#include <sluice_model/scenarios.hpp>

namespace sluice::model {
namespace {

struct Item final : engine::Runnable {
  void run() noexcept override {}
  engine::Plain<std::uint32_t> number{0};  // written before the push: a take that is unordered with it is a race
  engine::Plain<bool> taken{false};        // so is a second take
};

template <std::uint32_t items_count>
class InjectionScenario : public Scenario {
protected:
  using Queue = engine::RunQueueOf<2>;  // soon full

  bool push(std::uint32_t number) {
    items[number].number.set(number);
    const bool accepted = injection.push(items[number]);
    refused[number].set(!accepted);
    return accepted;
  }

  std::uint32_t take(engine::MpscNode* node) {
    Item& item = static_cast<Item&>(*static_cast<engine::Runnable*>(node));
    require(!item.taken.get(), "each is taken once");
    item.taken.set(true);
    return item.number.get();
  }

  /// One call of `take`, and what it put into `queue`: in order.
  bool take_some(Queue& queue) {
    const schedule::Injection::Taken some = injection.take(queue);
    if (some.first == nullptr) {
      require(queue.is_empty(), "the first is to be run at once");
      return false;
    }
    std::uint32_t before = take(some.first);
    require(!some.is_all || queue.is_empty(), "who is told that it is all has all");
    while (engine::Runnable* const next = queue.pop()) {
      const std::uint32_t number = take(next);
      require(!in_order || number > before, "what is taken together keeps its order");
      before = number;
    }
    return true;
  }

  void require_all_taken() {
    Queue queue;
    while (take_some(queue)) {
    }
    require(injection.is_empty(), "what was taken is not there");
    for (std::uint32_t i = 0; i < items_count; ++i) {
      require(items[i].taken.get() != refused[i].get(), "none is lost, and what is refused is nowhere");
    }
  }

  Item items[items_count];
  engine::Plain<bool> refused[items_count];
  schedule::Injection injection;
  Queue queues[2];
  bool in_order = true;  // of the numbers, whoever pushes them
};

/// Two push, one takes meanwhile.
class PushAgainstTake final : public InjectionScenario<4> {
public:
  PushAgainstTake() { in_order = false; }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 2) {
      take_some(queues[0]);
      return;
    }
    require(push(2 * index) && push(2 * index + 1), "nobody has closed it");
  }
  void finish() override { require_all_taken(); }
};

/// Two take, one pushes more than fits: the rest goes through the backlog.
class TwoTakers final : public InjectionScenario<5> {
public:
  TwoTakers() { require(push(0) && push(1) && push(2) && push(3), "nobody has closed it"); }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 2) {
      require(push(4), "nobody has closed it");
      return;
    }
    take_some(queues[index]);
  }
  void finish() override { require_all_taken(); }
};

/// A worker's queue overflows while another takes what overflowed before.
class PutBackAgainstTake final : public InjectionScenario<4> {
public:
  PutBackAgainstTake() { put_back(0, 2); }

private:
  void put_back(std::uint32_t first, std::uint32_t last) {
    engine::Runnable* half[2];
    for (std::uint32_t i = first; i < last; ++i) {
      items[i].number.set(i);
      half[i - first] = &items[i];
    }
    injection.put_back({half, last - first});
  }
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override { index == 2 ? put_back(2, 4) : (void)take_some(queues[index]); }
  void finish() override { require_all_taken(); }
};

/// It is closed while one pushes and one takes.
class CloseAgainstPush final : public InjectionScenario<3> {
public:
  CloseAgainstPush() { require(push(0), "nobody has closed it"); }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      const bool is_first_in = push(1);
      require(!push(2) || is_first_in, "what is closed stays closed");
    } else if (index == 1) {
      injection.close();
      Item late;
      require(!injection.push(late), "who has closed it sees it closed");
    } else {
      take_some(queues[0]);
    }
  }
  void finish() override { require_all_taken(); }
};

/// Who closes it has what was there in its hands for a moment.
class NeverEmptyMeanwhile final : public InjectionScenario<1> {
public:
  NeverEmptyMeanwhile() { require(push(0), "nobody has closed it"); }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      injection.close();
    } else {
      require(!injection.is_empty(), "what is on its way from one list to the other is seen");
    }
  }
  void finish() override { require_all_taken(); }
};

/// Two close it at once.
class TwoClosers final : public InjectionScenario<2> {
public:
  TwoClosers() { require(push(0), "nobody has closed it"); }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override { index < 2 ? injection.close() : (void)push(1); }
  void finish() override {
    require_all_taken();
    Item late;
    require(!injection.push(late), "what is closed stays closed");
  }
};

/// All is taken away while a worker takes some, of what came and of what overflowed.
class TakeAll final : public InjectionScenario<4> {
public:
  TakeAll() {
    engine::Runnable* overflow[1] = {&items[0]};
    injection.put_back(overflow);
    require(push(1) && push(2), "nobody has closed it");
  }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      take_some(queues[0]);
    } else if (index == 1) {
      require(push(3), "nobody has closed it");
    } else {
      engine::NodeList all = injection.take_all();
      while (engine::MpscNode* const node = all.pop_front()) {
        take(node);
      }
    }
  }
  void finish() override { require_all_taken(); }
};

constexpr NamedScenario table[] = {
    {"injection.push_against_take", "what is pushed is taken once, in order", &make_scenario<PushAgainstTake>},
    {"injection.two_takers", "two takers have different ones, and leave the rest", &make_scenario<TwoTakers>},
    {"injection.put_back_against_take", "what overflows is taken once", &make_scenario<PutBackAgainstTake>},
    {"injection.close_against_push", "what is accepted is taken, what is refused is not",
     &make_scenario<CloseAgainstPush>},
    {"injection.never_empty_meanwhile", "what is there is seen all the time", &make_scenario<NeverEmptyMeanwhile>},
    {"injection.two_closers", "two may close it", &make_scenario<TwoClosers>},
    {"injection.take_all", "what is left is all that nobody took", &make_scenario<TakeAll>},
};

}  // namespace

std::span<const NamedScenario> injection_scenarios() { return table; }

}  // namespace sluice::model
