// SPDX-License-Identifier: BSL-1.0
// Senders inside cells whose lanes, meters and dispatchers end with their occupants.
#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <sluice/engine/cell_offer.hpp>
#include <sluice/engine/cell_slab.hpp>
#include <sluice/engine/mutex.hpp>
#include <string>
#include <utility>

#include "crowd.hpp"

namespace sluice::stress {
namespace {

using namespace engine;

constexpr std::uint32_t senders = 3;
constexpr std::uint32_t doors = 2;
constexpr std::uint32_t most_tenants = 6;  // more have been told to go, but were not run yet

constexpr trace::Label label{"Tenant", "run", __FILE__, __LINE__, 0};

constexpr MailboxSettings kinds[]{
    {.kind = QueueKind::bounded, .capacity = 4, .overflow = Overflow::fail},
    {.kind = QueueKind::bounded, .capacity = 4, .overflow = Overflow::block},
    {.kind = QueueKind::deque, .capacity = 4, .overflow = Overflow::drop_oldest},
    {.kind = QueueKind::priority, .capacity = 4, .overflow = Overflow::block},
    {},  // guarded because it is measured
};

/// Where every message ended up.
struct Tally final : DeadLetterSink {
  std::atomic<std::uint64_t> sent{0};
  std::atomic<std::uint64_t> handled{0};
  std::atomic<std::uint64_t> returned{0};
  std::atomic<std::uint64_t> dead{0};
  std::atomic<std::uint64_t> misdirected{0};
  std::atomic<std::uint64_t> tenants{0};
  std::atomic<std::uint64_t> left{0};

  [[nodiscard]] std::uint64_t tenants_now() const noexcept {
    return tenants.load(std::memory_order_relaxed) - left.load(std::memory_order_relaxed);
  }

private:
  void dead_letter(const DeadLetter&) noexcept override { dead.fetch_add(1, std::memory_order_relaxed); }
};

Tally tally;
CellSlab slab{tally};  // cells live as long as the process
class Figures final : public MetricsSink {
} figures;
PlatformClock platform_clock;

/// Has a dispatcher of its own, which ends with it.
class Tenant final : public Occupant {
public:
  static Tenant& make(Executor& executor) noexcept {
    void* const memory = memory::allocate(sizeof(Tenant));
    check(memory != nullptr, "there is memory for a tenant");
    return *::new (memory) Tenant{executor};
  }

  Dispatcher dispatcher;
  Generation generation = 0;  ///< written before anybody knows its address

private:
  explicit Tenant(Executor& executor) noexcept
      : dispatcher{executor, {.throughput = 8}, {.clock = &platform_clock, .metrics = &figures}} {}
  ~Tenant() = default;

  void handle(Envelope& envelope) noexcept override {
    ++handled_;
    misdirected_ += envelope.generation == generation ? 0u : 1u;
  }
  void handle_system(SystemNode&) noexcept override {}
  void resume_handler() noexcept override {}
  void leave() noexcept override {
    tally.handled.fetch_add(handled_, std::memory_order_relaxed);
    tally.misdirected.fetch_add(misdirected_, std::memory_order_relaxed);
    this->~Tenant();
    memory::release(this, sizeof(Tenant));
    tally.left.fetch_add(1, std::memory_order_release);
  }

  std::uint64_t handled_ = 0;  // plainly: two threads in it at once are a race, and so is one after its end
  std::uint64_t misdirected_ = 0;
};

class House {
public:
  House() {
    for (auto& door : doors_) {
      *door.lock() = let_in(0);
    }
  }
  ~House() {
    for (auto& door : doors_) {
      door.lock()->cell->close();
    }
    workers_.executor().drain();
    yield_until([] { return tally.left.load(std::memory_order_acquire) == tally.tenants; });
  }

  /// Replaces one after the other until nobody sends any more.
  void replace_all() {
    for (std::uint32_t round = 0; sending_.load(std::memory_order_relaxed) != 0; ++round) {
      yield_until([] { return tally.tenants_now() <= most_tenants; });
      const Address next = let_in(round % std::size(kinds));
      std::exchange(*doors_[round % doors].lock(), next).cell->close();
    }
  }

  void send(std::uint32_t sender, std::uint32_t messages) {
    Address known[doors];
    for (std::uint32_t number = 0; number < messages; ++number) {
      const std::uint32_t door = number % doors;
      if (number % 16 < doors) {
        known[door] = *doors_[door].lock();
      }
      tell(known[door], sender, number);
    }
    tally.sent.fetch_add(messages, std::memory_order_relaxed);
    sending_.fetch_sub(1, std::memory_order_relaxed);
  }

private:
  Address let_in(std::size_t kind) {
    Tenant& tenant = Tenant::make(workers_.executor());
    tally.tenants.fetch_add(1, std::memory_order_relaxed);
    const Result<Address> address = slab.open(tenant, tenant.dispatcher, label, kinds[kind]);
    check(address.has_value(), "there is memory for a cell");
    tenant.generation = address->generation;
    return *address;
  }

  static void tell(const Address& to, std::uint32_t sender, std::uint32_t number) {
    auto& envelope = make_numbered(sender, number);
    envelope.generation = to.generation;
    if (number % 8 == 0) {
      CellOffer offer{to, envelope};
      (void)offer.poll(Waker{});  // and is given up if it has to wait
      return;
    }
    const Posted posted = number % 8 == 1 ? to.cell->try_post(envelope).posted : to.cell->post(envelope).posted;
    if (posted == Posted::full || posted == Posted::closed) {
      tally.returned.fetch_add(1, std::memory_order_relaxed);
      end(envelope);
    }
  }

  Workers workers_;
  SyncMutex<Address> doors_[doors];
  std::atomic<std::uint32_t> sending_{senders};
};

TEST(GuardedCellStress, nobody_meets_what_ended_with_its_occupant) {
  const auto messages = static_cast<std::uint32_t>(share_of_messages(3) / senders);
  {
    House house;
    on_threads(senders + 1, [&](std::uint32_t thread) {
      if (thread == senders) {
        house.replace_all();
      } else {
        house.send(thread, messages);
      }
    });
  }

  EXPECT_EQ(tally.handled + tally.returned + tally.dead, tally.sent);
  EXPECT_EQ(tally.misdirected, 0u);
  EXPECT_EQ(tally.left, tally.tenants);
  EXPECT_GT(tally.handled, 0u);
  EXPECT_GT(tally.dead, 0u);
  RecordProperty("tenants", std::to_string(tally.tenants));
  RecordProperty("handled", std::to_string(tally.handled));
  RecordProperty("returned", std::to_string(tally.returned));
  RecordProperty("dead", std::to_string(tally.dead));
}

}  // namespace
}  // namespace sluice::stress
