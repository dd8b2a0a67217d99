// SPDX-License-Identifier: BSL-1.0
// Blocks die on other threads than they were born on, while threads come and go and take over each other's caches.
#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <sluice/engine/memory.hpp>
#include <sluice/engine/mpsc_queue.hpp>

#include "crowd.hpp"

namespace sluice::stress {
namespace {

using namespace engine;

constexpr std::uint32_t places = 8;
constexpr std::uint32_t shifts = 25;  // threads that follow each other in one place

/// A block with its size at the front and a mark at the end.
struct Parcel : MpscNode {
  explicit Parcel(std::size_t bytes) noexcept : size{bytes} { mark() = static_cast<unsigned char>(bytes); }
  [[nodiscard]] unsigned char& mark() noexcept { return reinterpret_cast<unsigned char*>(this)[size - 1]; }
  [[nodiscard]] bool is_intact() noexcept { return mark() == static_cast<unsigned char>(size); }
  std::size_t size;
};

class Exchange {
public:
  /// One thread's work: sends parcels anywhere, opens those that came to its place.
  void work(std::uint32_t place, std::uint64_t parcels, std::uint32_t random) {
    for (std::uint64_t i = 0; i < parcels; ++i) {
      random ^= random << 13;
      random ^= random >> 17;
      random ^= random << 5;
      const std::size_t size = sizeof(Parcel) + 1 + (random >> 8) % 1100;  // now and then beyond the largest block
      void* const memory = memory::allocate(size);
      check(memory != nullptr, "there is memory for a parcel");
      boxes_[random % places].push(*::new (memory) Parcel{size});
      open(place, 2);
      if (random % 1024 == 0) {
        memory::flush();
      }
    }
  }

  /// Opens up to `most` parcels; tells how many there were.
  std::uint64_t open(std::uint32_t place, std::uint64_t most) {
    std::uint64_t count = 0;
    while (count < most) {
      auto* const parcel = static_cast<Parcel*>(boxes_[place].pop());
      if (parcel == nullptr) {
        break;
      }
      damaged.fetch_add(parcel->is_intact() ? 0u : 1u, std::memory_order_relaxed);
      const std::size_t size = parcel->size;
      parcel->~Parcel();
      memory::release(parcel, size);
      ++count;
    }
    opened.fetch_add(count, std::memory_order_relaxed);
    return count;
  }

  std::atomic<std::uint64_t> opened{0};
  std::atomic<std::uint64_t> damaged{0};

private:
  MpscQueue boxes_[places];
};

TEST(MemoryStress, blocks_that_die_elsewhere_come_back_whole_while_threads_come_and_go) {
  const std::uint64_t parcels = share_of_messages(15) / (places * shifts);
  Exchange exchange;

  on_threads(places, [&](std::uint32_t place) {
    for (std::uint32_t shift = 0; shift < shifts; ++shift) {
      std::thread{[&, seed = place * shifts + shift + 1] { exchange.work(place, parcels, seed * 2654435761u); }}.join();
    }
  });
  for (std::uint32_t place = 0; place < places; ++place) {
    while (exchange.open(place, 1000) != 0) {
    }
  }

  EXPECT_EQ(exchange.opened, parcels * places * shifts);
  EXPECT_EQ(exchange.damaged, 0u);
}

}  // namespace
}  // namespace sluice::stress
