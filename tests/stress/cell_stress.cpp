// SPDX-License-Identifier: BSL-1.0
// Senders keep references to occupants that leave, and to cells that others have moved into.
#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <sluice/engine/cell_slab.hpp>
#include <sluice/engine/mutex.hpp>
#include <string>
#include <utility>

#include "crowd.hpp"

namespace sluice::stress {
namespace {

using namespace engine;

constexpr std::uint32_t threads = 8;
constexpr std::uint32_t doors = 4;
constexpr std::uint32_t most_tenants = 8;  // more have been told to go, but were not run yet

constexpr trace::Label label{"Tenant", "run", __FILE__, __LINE__, 0};

/// Where every message ended up.
struct Tally final : DeadLetterSink {
  std::atomic<std::uint64_t> handled{0};
  std::atomic<std::uint64_t> early{0};
  std::atomic<std::uint64_t> stopped{0};
  std::atomic<std::uint64_t> replaced{0};
  std::atomic<std::uint64_t> misdirected{0};
  std::atomic<std::uint64_t> tenants{0};
  std::atomic<std::uint64_t> left{0};

  [[nodiscard]] std::uint64_t tenants_now() const noexcept {
    return tenants.load(std::memory_order_relaxed) - left.load(std::memory_order_relaxed);
  }

private:
  void dead_letter(const DeadLetter& letter) noexcept override {
    (letter.reason == DeadLetterReason::stopped ? stopped : replaced).fetch_add(1, std::memory_order_relaxed);
  }
};

Tally tally;
CellSlab slab{tally};  // cells live as long as the process

/// Counts on its own, plainly: two threads in it at once are a race, and so is one after its end.
class Tenant final : public Occupant {
public:
  static Tenant& make() noexcept {
    void* const memory = memory::allocate(sizeof(Tenant));
    check(memory != nullptr, "there is memory for a tenant");
    return *::new (memory) Tenant;
  }
  Generation generation = 0;  ///< written before anybody knows its address

private:
  void handle(Envelope& envelope) noexcept override {
    ++handled_;
    misdirected_ += envelope.generation == generation ? 0u : 1u;
  }
  void handle_system(SystemNode&) noexcept override {}
  void resume_handler() noexcept override {}
  void leave() noexcept override {
    tally.handled.fetch_add(handled_, std::memory_order_relaxed);
    tally.misdirected.fetch_add(misdirected_, std::memory_order_relaxed);
    tally.left.fetch_add(1, std::memory_order_relaxed);
    this->~Tenant();
    memory::release(this, sizeof(Tenant));
  }

  std::uint64_t handled_ = 0;
  std::uint64_t misdirected_ = 0;
};

class House {
public:
  House() {
    for (auto& door : doors_) {
      *door.lock() = let_in();
    }
  }
  ~House() {
    for (auto& door : doors_) {
      door.lock()->cell->close();
    }
    workers_.executor().drain();
  }

  /// Sends to whom it knows, learns now and then who lives there by now, and now and then replaces one of them.
  void live(std::uint32_t thread, std::uint32_t messages) {
    Address known[doors];
    for (std::uint32_t number = 0; number < messages; ++number) {
      const std::uint32_t door = number % doors;
      if (number % 128 < doors) {
        known[door] = *doors_[door].lock();
      }
      tell(known[door], thread, number);
      if (number % 64 == 31) {
        yield_until([] { return tally.tenants_now() <= most_tenants; });  // the workers' turn
      }
      if (number % 64 == 63) {
        const Address next = let_in();
        std::exchange(*doors_[(number / 64 + thread) % doors].lock(), next).cell->close();
      }
    }
  }

private:
  Address let_in() {
    Tenant& tenant = Tenant::make();
    const Result<Address> address = slab.open(tenant, dispatcher_, label);
    check(address.has_value(), "there is memory for a cell");
    tenant.generation = address->generation;
    tally.tenants.fetch_add(1, std::memory_order_relaxed);
    return *address;
  }

  // Every other message skips the early check, as if it had been right a moment ago.
  static void tell(const Address& to, std::uint32_t sender, std::uint32_t number) {
    if (number % 2 == 0 && !to.cell->is_current(to.generation)) {
      tally.early.fetch_add(1, std::memory_order_relaxed);
      return;
    }
    auto& envelope = make_numbered(sender, number);
    envelope.generation = to.generation;
    to.cell->post(envelope);
  }

  Workers workers_;
  Dispatcher dispatcher_{workers_.executor()};
  SyncMutex<Address> doors_[doors];
};

TEST(CellStress, a_stale_reference_never_reaches_the_next_occupant) {
  const auto messages = static_cast<std::uint32_t>(share_of_messages(10) / threads);
  {
    House house;
    on_threads(threads, [&](std::uint32_t thread) { house.live(thread, messages); });
  }

  EXPECT_EQ(tally.handled + tally.early + tally.stopped + tally.replaced, std::uint64_t{messages} * threads);
  EXPECT_EQ(tally.misdirected, 0u);
  EXPECT_EQ(tally.left, tally.tenants);
  EXPECT_GT(tally.handled, 0u);
  EXPECT_GT(tally.early, 0u);
  EXPECT_GT(tally.stopped, 0u);
  EXPECT_GT(tally.replaced, 0u);
  RecordProperty("tenants", std::to_string(tally.tenants));
  RecordProperty("handled", std::to_string(tally.handled));
  RecordProperty("early", std::to_string(tally.early));
  RecordProperty("stopped", std::to_string(tally.stopped));
  RecordProperty("replaced", std::to_string(tally.replaced));
}

}  // namespace
}  // namespace sluice::stress
