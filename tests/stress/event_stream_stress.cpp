// SPDX-License-Identifier: BSL-1.0
// Publishers against subscribers that come and go in every way there is. SC-13: nobody hears anything after its end.
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <sluice/actors/events/event_stream.hpp>
#include <utility>

#include "crowd.hpp"

namespace sluice::stress {
namespace {

struct Tick {
  std::uint32_t thread;  // that publishes it
};

std::atomic<std::uint64_t> late{0};   // calls of something dead
std::atomic<std::uint64_t> alive{0};  // callbacks
std::atomic<std::uint64_t> heard{0};  // calls from the threads that do nothing but publish

constexpr std::uint32_t first_publisher = 100;
constexpr std::uint32_t publishers = 2;

void hear(const Tick& tick) noexcept {
  heard.fetch_add(tick.thread >= first_publisher ? 1 : 0, std::memory_order_relaxed);
}

/// What a callback owns: it knows whether it lives, and whether its subscription was ended from outside.
class Witness {
public:
  explicit Witness(bool& ended) noexcept : ended_{&ended} { alive.fetch_add(1, std::memory_order_relaxed); }
  Witness(Witness&& other) noexcept : ended_{std::exchange(other.ended_, nullptr)} {}
  Witness& operator=(Witness&&) = delete;
  ~Witness() {
    if (ended_ != nullptr) {
      alive.fetch_sub(1, std::memory_order_relaxed);
    }
    pattern_ = 0;
  }
  // The pattern and `*ended_` are plain: to read them while they change is a race for the thread sanitizer.
  void look(const Tick& tick) const noexcept {
    if (pattern_ != whole || *ended_) {
      late.fetch_add(1, std::memory_order_relaxed);
    }
    hear(tick);
  }

private:
  static constexpr std::uint32_t whole = 0x600d600d;
  volatile std::uint32_t pattern_ = whole;  // what a destructor writes would be left out otherwise
  bool* ended_;
};

/// One that lives on a stack, and is gone as soon as it is unsubscribed.
class Passenger final : public EventSubscriber {
public:
  Passenger() noexcept : EventSubscriber{event_type<Tick>} {}
  ~Passenger() { pattern_ = 0; }

private:
  void deliver(const void* event) noexcept override {
    if (pattern_ != whole) {
      late.fetch_add(1, std::memory_order_relaxed);
    }
    hear(*static_cast<const Tick*>(event));
  }
  static constexpr std::uint32_t whole = 0x600d600d;
  volatile std::uint32_t pattern_ = whole;
};

class EventStreamStress : public testing::Test {
protected:
  void SetUp() override {
    late = 0;
    alive = 0;
    heard = 0;
  }

  /// Two publish until all others, who `live(index)`, have gone through their rounds, and have met them often.
  template <class Live>
  void run(std::uint32_t others, Live live) {
    std::atomic<std::uint32_t> busy{others};
    on_threads(others + publishers, [&](std::uint32_t index) {
      if (index >= others) {
        do {
          stream.publish(Tick{first_publisher + index});
          std::this_thread::yield();  // the lock is not fair
        } while (busy.load(std::memory_order_relaxed) != 0);
        return;
      }
      for (std::uint64_t i = 0; i < rounds || heard.load(std::memory_order_relaxed) < rounds; ++i) {
        live(index);
      }
      busy.fetch_sub(1, std::memory_order_relaxed);
    });
    EXPECT_EQ(late, 0u);
    EXPECT_EQ(alive, 0u);
    EXPECT_FALSE(stream.has_subscribers());
    const EventCounters counters = stream.counters();
    EXPECT_EQ(counters.subscribed, counters.unsubscribed);
  }

  const std::uint64_t rounds = share_of_messages(1) / 10;
  EventStream stream;
};

TEST_F(EventStreamStress, an_end_is_the_end) {
  run(2, [this](std::uint32_t) {
    bool ended = false;
    auto subscription = stream.subscribe<Tick>([witness = Witness{ended}](const Tick& tick) { witness.look(tick); });
    Passenger passenger;
    stream.subscribe(passenger);
    subscription->end();
    ended = true;
    stream.unsubscribe(passenger);
  });
}

TEST_F(EventStreamStress, callbacks_end_themselves_and_each_other) {
  struct Pair {
    std::mutex mutex;  // a Subscription is for one thread at a time
    Subscription subscriptions[2];
    bool never = false;

    void end(int index) {
      Subscription taken;
      {
        const std::scoped_lock lock{mutex};
        taken = std::move(subscriptions[index]);
      }
    }
  };
  run(2, [this](std::uint32_t) {
    Pair pair;
    for (int i = 0; i < 2; ++i) {
      auto subscription = stream.subscribe<Tick>([&pair, i, witness = Witness{pair.never}](const Tick& tick) {
        witness.look(tick);
        pair.end(tick.thread % 2 == 0 ? i : 1 - i);
        witness.look(tick);
      });
      const std::scoped_lock lock{pair.mutex};
      pair.subscriptions[i] = std::move(*subscription);
    }
    stream.publish(Tick{0});
    // What callbacks ended may still run: only a look from outside waits for it.
    pair.end(0);
    pair.end(1);
    stream.clear();
  });
}

TEST_F(EventStreamStress, it_is_cleared_in_the_midst_of_everything) {
  run(3, [this](std::uint32_t index) {
    if (index == 0) {
      stream.clear();
      return;
    }
    bool ended = false;
    auto first = stream.subscribe<Tick>([witness = Witness{ended}](const Tick& tick) { witness.look(tick); });
    Passenger passenger;
    stream.subscribe(passenger);
    (void)first->is_active();
    stream.unsubscribe(passenger);
    first->end();
    ended = true;
  });
}

TEST_F(EventStreamStress, callbacks_clear_and_subscribe) {
  run(2, [this](std::uint32_t index) {
    bool never = false;
    const auto subscription = stream.subscribe<Tick>([this, index, witness = Witness{never}](const Tick& tick) {
      witness.look(tick);
      if (tick.thread % 2 == index) {
        stream.clear();
      } else {
        const auto short_lived = stream.subscribe<Tick>([](const Tick&) {});
      }
      witness.look(tick);
    });
    stream.publish(Tick{index});
    stream.clear();
  });
}

}  // namespace
}  // namespace sluice::stress
