// SPDX-License-Identifier: BSL-1.0
// Blocks that die far from home, and caches that change hands.
#include <sluice/engine/block_cache.hpp>
#include <sluice/engine/block_registry.hpp>
#include <sluice_model/scenarios.hpp>

namespace sluice::model {
namespace {

using engine::BlockCache;
using engine::BlockRegistry;

/// What a user of a block does with it: an unordered second user is a race.
struct Content {
  engine::Plain<std::uint32_t> number{0};
};

constexpr std::size_t size = 256;  // the explorer's variables are larger than real ones

Content* take(BlockCache& cache) { return ::new (cache.allocate(size)) Content; }
void drop(BlockCache& cache, Content* content) {
  content->~Content();
  cache.release(content, size);
}

/// The owner gives a block away; it dies on the other thread while the owner allocates.
class RemoteFree final : public Scenario {
public:
  RemoteFree() : away{take(owner)} {}

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      away->number.set(1);
      drop(other, away);
      other.flush();
    } else {
      Content* const first = take(owner);
      first->number.set(2);
      Content* const second = take(owner);
      second->number.set(3);
      require(first != second, "a block is given out twice");
    }
  }
  BlockCache owner, other;
  Content* away;
};

/// Two threads return blocks to the same owner at the same time.
class TwoRemoteFrees final : public Scenario {
public:
  TwoRemoteFrees() : away{take(owner), take(owner)} {}

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index < 2) {
      away[index]->number.set(index);
      drop(others[index], away[index]);
      others[index].flush();
    } else {
      taken[0] = take(owner);
    }
  }
  void finish() override {
    taken[1] = take(owner);
    taken[2] = take(owner);
    require(taken[0] != taken[1] && taken[0] != taken[2] && taken[1] != taken[2], "a block is given out twice");
    const auto came_back = [&](Content* block) { return taken[0] == block || taken[1] == block || taken[2] == block; };
    require(came_back(away[0]) && came_back(away[1]), "a returned block is lost");
  }
  BlockCache owner, others[2];
  Content* away[2];
  Content* taken[3]{};
};

/// A thread ends while one of its blocks is on its way home; another thread adopts its cache.
class AdoptAgainstReturn final : public Scenario {
public:
  AdoptAgainstReturn() : away{take(orphan)} {
    registry.add(orphan);
    kept = take(orphan);
  }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {  // the dying owner
      drop(orphan, kept);
      BlockRegistry::abandon(orphan);
    } else if (index == 1) {
      drop(other, away);
      other.flush();
    } else if (BlockCache* const adopted = registry.adopt()) {
      Content* const block = take(*adopted);
      block->number.set(1);
    }
  }
  BlockRegistry registry;
  BlockCache orphan, other;
  Content* away;
  Content* kept;
};

/// Two threads start at the same time: an orphan has one heir.
class TwoAdopters final : public Scenario {
public:
  TwoAdopters() {
    registry.add(orphan);
    BlockRegistry::abandon(orphan);
  }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    adopted[index] = registry.adopt();
    if (adopted[index] != nullptr) {
      take(*adopted[index])->number.set(index);
    }
  }
  void finish() override { require((adopted[0] == nullptr) != (adopted[1] == nullptr), "an orphan has one heir"); }
  BlockRegistry registry;
  BlockCache orphan;
  BlockCache* adopted[2]{};
};

/// A new cache is made known while another thread looks for one.
class AddAgainstAdopt final : public Scenario {
public:
  AddAgainstAdopt() { registry.add(first); }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      BlockCache& fresh = *::new (Execution::current()->allocate(sizeof(BlockCache), 64, true)) BlockCache;
      take(fresh)->number.set(1);
      registry.add(fresh);
      BlockRegistry::abandon(fresh);
    } else if (BlockCache* const adopted = registry.adopt()) {
      require(adopted != &first, "an owned cache is not adopted");
      take(*adopted)->number.set(2);
    }
  }
  BlockRegistry registry;
  BlockCache first;
};

constexpr NamedScenario table[] = {
    {"blocks.remote_free", "a block comes home with its last use behind it", &make_scenario<RemoteFree>},
    {"blocks.two_remote_frees", "no returned block is lost or doubled", &make_scenario<TwoRemoteFrees>},
    {"blocks.adopt_against_return", "a cache changes hands while blocks come home", &make_scenario<AdoptAgainstReturn>},
    {"blocks.two_adopters", "an orphan has one heir", &make_scenario<TwoAdopters>},
    {"blocks.add_against_adopt", "a new cache is seen whole", &make_scenario<AddAgainstAdopt>},
};

}  // namespace

std::span<const NamedScenario> block_scenarios() { return table; }

}  // namespace sluice::model
