// SPDX-License-Identifier: BSL-1.0
// Cells and their lanes when memory runs out: nothing is half open, and no message is lost. US12
#include <gtest/gtest.h>

#include <sluice/engine/cell_offer.hpp>
#include <sluice/engine/cell_slab.hpp>
#include <sluice/engine/manual_executor.hpp>
#include "counted_memory.hpp"

namespace sluice::engine {
namespace {

using sluice_test::CountedMemory;

constexpr trace::Label label{"Tenant", "run", __FILE__, __LINE__, 0};

class Counter final : public DeadLetterSink {
public:
  int count = 0;
  DeadLetterReason last{};

private:
  void dead_letter(const DeadLetter& letter) noexcept override {
    ++count;
    last = letter.reason;
  }
};

class Tenant final : public Occupant {
public:
  int handled = 0;
  int left = 0;

private:
  void handle(Envelope&) noexcept override { ++handled; }
  void handle_system(SystemNode&) noexcept override {}
  void resume_handler() noexcept override {}
  void leave() noexcept override { ++left; }
};

class Figures final : public MetricsSink {};

constinit Counter dead_letters;
constinit CellSlab slab{dead_letters};

class CellShortage : public testing::Test {
protected:
  void SetUp() override { dead_letters = {}; }
  void TearDown() override { EXPECT_EQ(CountedMemory::blocks, 0); }

  void move_out(const Address& address) {
    address.cell->close();
    executor.run_until_idle();
    EXPECT_EQ(tenant.left, 1);
  }

  ManualClock clock;
  Figures figures;
  ManualExecutor executor;
  Dispatcher dispatcher{executor};
  Dispatcher measuring{executor, {}, {.clock = &clock, .metrics = &figures}};
  Tenant tenant;
};

TEST_F(CellShortage, a_cell_whose_lane_or_meter_finds_no_memory_is_not_opened) {
  constexpr MailboxSettings bounded{.kind = QueueKind::bounded, .capacity = 2};
  const Result<Address> first = slab.open(tenant, measuring, label, bounded);  // so that a cell is there
  ASSERT_TRUE(first.has_value());
  const int needed = CountedMemory::blocks;
  EXPECT_EQ(needed, 3) << "a lane, its slots, a meter";
  move_out(*first);

  for (int granted = 0; granted < needed; ++granted) {
    const CountedMemory::Shortage few_left{granted};
    const Result<Address> address = slab.open(tenant, measuring, label, bounded);

    ASSERT_FALSE(address.has_value());
    EXPECT_EQ(address.error(), Error::out_of_memory);
    EXPECT_EQ(CountedMemory::blocks, 0);
    EXPECT_EQ(measuring.inhabitants(), 0u);
  }
}

TEST_F(CellShortage, a_message_without_memory_for_its_slip_finds_the_mailbox_full) {
  const Result<Address> address = slab.open(tenant, dispatcher, label, {.kind = QueueKind::priority});
  ASSERT_TRUE(address.has_value());
  Envelope& envelope = *EnvelopeOf<int>::make(1);
  envelope.generation = address->generation;
  {
    const CountedMemory::Shortage none_left{0};
    EXPECT_EQ(address->cell->post(envelope).posted, Posted::full);
  }

  EXPECT_EQ(address->cell->post(envelope).posted, Posted::queued);
  executor.run_until_idle();

  EXPECT_EQ(tenant.handled, 1);
  EXPECT_EQ(dead_letters.count, 0);
  move_out(*address);
}

TEST_F(CellShortage, an_offer_without_memory_for_its_slip_is_one_dead_letter) {
  const Result<Address> address =
      slab.open(tenant, dispatcher, label, {.kind = QueueKind::priority, .capacity = 1, .overflow = Overflow::block});
  ASSERT_TRUE(address.has_value());
  CellOffer offer{*address, *EnvelopeOf<int>::make(1)};
  {
    const CountedMemory::Shortage none_left{0};
    const Poll<Result<>> polled = offer.poll(Waker{});

    ASSERT_TRUE(polled.has_value() && !polled->has_value());
    EXPECT_EQ(polled->error(), Error::rejected);
  }

  EXPECT_EQ(dead_letters.count, 1);
  EXPECT_EQ(dead_letters.last, DeadLetterReason::overflow);
  move_out(*address);
}

}  // namespace
}  // namespace sluice::engine
