// SPDX-License-Identifier: BSL-1.0
// Three run queues, driven at random by one thread as three workers would; the reference is a deque for each.
#include <algorithm>
#include <cstdint>
#include <deque>
#include <sluice/engine/queue/run_queue.hpp>
#include <sluice_test/test.hpp>

namespace sluice::engine {
namespace {

struct Item final : Runnable {
  void run() noexcept override {}
};

constexpr std::uint32_t slots = 8;
constexpr Position near_the_end = ~Position{0} - 1'000;

class Worker {
public:
  [[nodiscard]] bool push(Item& item) {
    const bool room = reference_.size() < slots;
    if (room) {
      reference_.push_back(&item);
    }
    return queue_.push(item) == room;
  }

  [[nodiscard]] bool pop() { return queue_.pop() == pop_reference(); }

  [[nodiscard]] bool take_half(std::size_t most) {
    Runnable* taken[slots];
    const std::size_t count = std::min(half(), most);
    bool same = queue_.take_half(std::span{taken}.first(most)) == count;
    for (std::size_t i = 0; same && i < count; ++i) {
      same = taken[i] == pop_reference();
    }
    return same;
  }

  [[nodiscard]] bool steal_into(Worker& own) {
    const std::size_t count = std::min(half(), slots - own.reference_.size() + 1);
    Runnable* const first = count == 0 ? nullptr : pop_reference();
    for (std::size_t i = 1; i < count; ++i) {
      own.reference_.push_back(pop_reference());
    }
    return queue_.steal_into(own.queue_) == first;
  }

  [[nodiscard]] bool agrees() const {
    return queue_.size() == reference_.size() && queue_.is_empty() == reference_.empty();
  }

private:
  [[nodiscard]] std::size_t half() const { return reference_.size() - reference_.size() / 2; }
  [[nodiscard]] Runnable* pop_reference() {
    if (reference_.empty()) {
      return nullptr;
    }
    Runnable* const oldest = reference_.front();
    reference_.pop_front();
    return oldest;
  }

  RunQueueOf<slots> queue_{near_the_end};
  std::deque<Runnable*> reference_;
};

TEST(RunQueueModel, agrees_with_a_reference_over_random_operations) {
  static Item items[64];
  Worker workers[3];
  std::uint32_t random = 2463534242u;

  for (int step = 0; step < 100'000; ++step) {
    random ^= random << 13;
    random ^= random >> 17;
    random ^= random << 5;
    const std::uint32_t who = (random >> 4) % 3;
    Worker& worker = workers[who];
    const std::uint32_t choice = random % 16;
    if (choice < 10) {
      ASSERT_TRUE(worker.push(items[(random >> 8) % 64])) << "push, operation " << step;
    } else if (choice < 13) {
      ASSERT_TRUE(worker.pop()) << "pop, operation " << step;
    } else if (choice < 14) {
      ASSERT_TRUE(worker.take_half((random >> 8) % (slots + 1))) << "take_half, operation " << step;
    } else {
      ASSERT_TRUE(worker.steal_into(workers[(who + choice - 13) % 3])) << "steal_into, operation " << step;
    }
    ASSERT_TRUE(worker.agrees()) << "operation " << step;
  }
}

}  // namespace
}  // namespace sluice::engine
