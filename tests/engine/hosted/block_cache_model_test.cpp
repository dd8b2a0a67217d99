// SPDX-License-Identifier: BSL-1.0
// Three caches, driven at random by one thread as three threads would; the reference is the set of blocks in use.
#include <cstdint>
#include <cstring>
#include <set>
#include <sluice/engine/block_cache.hpp>
#include <sluice_test/test.hpp>
#include <vector>

namespace sluice::engine {
namespace {

struct Held {
  unsigned char* memory;
  std::size_t size;
  unsigned char mark;
};

bool is_intact(const Held& held) {
  for (std::size_t i = 0; i < held.size; ++i) {
    if (held.memory[i] != held.mark) {
      return false;
    }
  }
  return true;
}

class Model {
public:
  Model() { held_.reserve(most_held); }

  /// A block that nobody else holds, marked all over; false if it overlaps another.
  [[nodiscard]] bool allocate(BlockCache& cache, std::size_t size) {
    auto* const memory = static_cast<unsigned char*>(cache.allocate(size));
    const auto mark = static_cast<unsigned char>(++marks_);
    std::memset(memory, mark, size);
    held_.push_back({memory, size, mark});
    slabs_.insert(reinterpret_cast<std::uintptr_t>(memory) / BlockCache::slab_size);
    return in_use_.insert(memory).second;
  }

  /// Gives any of those held to any cache; false if somebody wrote into it.
  [[nodiscard]] bool release(BlockCache& cache, std::uint32_t which) {
    Held& chosen = held_[which % held_.size()];
    const Held held = chosen;
    chosen = held_.back();
    held_.pop_back();
    in_use_.erase(held.memory);
    const bool intact = is_intact(held);
    cache.release(held.memory, held.size);
    return intact;
  }

  [[nodiscard]] std::size_t held() const { return held_.size(); }
  [[nodiscard]] std::size_t slabs() const { return slabs_.size(); }
  static constexpr std::size_t most_held = 200;

private:
  std::vector<Held> held_;
  std::set<unsigned char*> in_use_;
  std::set<std::uintptr_t> slabs_;
  std::uint32_t marks_ = 0;
};

TEST(BlockCacheModel, agrees_with_a_reference_over_random_operations) {
  static BlockCache caches[3];  // static: their slabs stay reachable
  constexpr int operations = 100'000;
  Model model;
  std::size_t slabs_half_way = 0;
  std::uint32_t random = 2463534242u;

  for (int step = 0; step < operations; ++step) {
    random ^= random << 13;
    random ^= random >> 17;
    random ^= random << 5;
    BlockCache& cache = caches[(random >> 4) % 3];
    const std::uint32_t choice = random % 16;
    if (choice < 8 && model.held() < Model::most_held) {
      const std::size_t size = 1 + (random >> 8) % BlockCache::largest_block;
      ASSERT_TRUE(model.allocate(cache, size >> (random >> 20) % 6)) << "held twice, operation " << step;
    } else if (choice < 15 && model.held() > 0) {
      ASSERT_TRUE(model.release(cache, random >> 8)) << "overwritten, operation " << step;
    } else {
      cache.flush();
    }
    slabs_half_way = step == operations / 2 ? model.slabs() : slabs_half_way;
  }

  EXPECT_LE(model.slabs(), slabs_half_way + 1) << "blocks are lost, or not used again";
}

}  // namespace
}  // namespace sluice::engine
