// SPDX-License-Identifier: BSL-1.0
// Readers follow shared pointers under a pin while writers replace and retire what they point to.
#include <gtest/gtest.h>

#include <atomic>
#include <sluice/engine/epoch.hpp>

#include "crowd.hpp"

namespace sluice::stress {
namespace {

using namespace engine;

constexpr std::uint32_t readers = 5;
constexpr std::uint32_t writers = 3;
constexpr std::uint32_t slots = 4;

std::atomic<std::uint64_t> ended{0};

struct Object : Epoch::Retired {
  Object() noexcept : Retired{&end} {}
  static void end(Retired& self) noexcept {
    auto& object = static_cast<Object&>(self);
    object.is_alive = false;
    delete &object;
    ended.fetch_add(1, std::memory_order_relaxed);
  }
  bool is_alive = true;  // plain: reading it while it ends is a race
};

class Shelf {
public:
  explicit Shelf(std::uint64_t rounds) : rounds_{rounds} {
    for (auto& slot : slots_) {
      slot.store(new Object, std::memory_order_relaxed);
    }
    for (auto& participant : participants_) {
      epoch_.add(participant);
    }
  }

  void read(std::uint32_t reader) {
    for (std::uint64_t i = 0; i < rounds_; ++i) {
      epoch_.pin(participants_[reader]);
      for (auto& slot : slots_) {
        dead_seen.fetch_add(slot.load(std::memory_order_acquire)->is_alive ? 0u : 1u, std::memory_order_relaxed);
      }
      Epoch::unpin(participants_[reader]);
    }
  }

  void write(std::uint32_t writer) {
    for (std::uint64_t i = 0; i < rounds_; ++i) {
      Object* const old = slots_[(i + writer) % slots].exchange(new Object, std::memory_order_acq_rel);
      epoch_.retire(*old);
      retired.fetch_add(1, std::memory_order_relaxed);
      if (i % 8 == writer) {
        (void)epoch_.collect();
      }
    }
  }

  void empty() {
    for (auto& slot : slots_) {
      epoch_.retire(*slot.load(std::memory_order_relaxed));
      retired.fetch_add(1, std::memory_order_relaxed);
    }
    for (int i = 0; i < 3; ++i) {
      (void)epoch_.collect();
    }
  }

  std::atomic<std::uint64_t> retired{0};
  std::atomic<std::uint64_t> dead_seen{0};

private:
  Epoch epoch_;
  Epoch::Participant participants_[readers];
  std::atomic<Object*> slots_[slots]{};
  std::uint64_t rounds_;
};

TEST(EpochStress, what_is_pinned_lives_and_what_is_not_ends) {
  ended = 0;
  Shelf shelf{share_of_messages(1)};

  on_threads(readers + writers,
             [&](std::uint32_t index) { index < readers ? shelf.read(index) : shelf.write(index - readers); });
  shelf.empty();

  EXPECT_EQ(shelf.dead_seen, 0u);
  EXPECT_EQ(ended, shelf.retired);
}

}  // namespace
}  // namespace sluice::stress
