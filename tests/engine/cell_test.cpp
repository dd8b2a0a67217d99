// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/assert.hpp>
#include <sluice/engine/cell_slab.hpp>
#include <sluice/engine/manual_executor.hpp>
#include <sluice_test/test.hpp>

namespace sluice::engine {
namespace {

constexpr trace::Label label{"Tenant", "run", __FILE__, __LINE__, 0};

/// Counts dead letters by their reason.
class Counter final : public DeadLetterSink {
public:
  int stopped = 0;
  int replaced = 0;

private:
  void dead_letter(const DeadLetter& letter) noexcept override {
    ++(letter.reason == DeadLetterReason::stopped ? stopped : replaced);
  }
};

class Tenant final : public Occupant {
public:
  int handled = 0;
  int last = 0;
  int system = 0;
  int left = 0;

private:
  void handle(Envelope& envelope) noexcept override {
    ++handled;
    last = static_cast<EnvelopeOf<int>&>(envelope).message;
  }
  void handle_system(SystemNode&) noexcept override { ++system; }
  void resume_handler() noexcept override {}
  void leave() noexcept override { ++left; }
};

// Cells live as long as the process; so does their slab, and the cases share it.
constinit Counter dead_letters;
constinit CellSlab slab{dead_letters};

class Cells : public testing::Test {
public:
  void SetUp() override { dead_letters = {}; }

  Address move_in(Tenant& tenant) noexcept {
    const Result<Address> address = slab.open(tenant, dispatcher, label);
    check(address.has_value(), "the target's pool is large enough for this test");
    return *address;
  }

  /// As a sender whose early check found nothing wrong, or came too early.
  static void post(Address to, int number) noexcept {
    auto* const envelope = EnvelopeOf<int>::make(std::move(number));
    check(envelope != nullptr, "the target's pool is large enough for this test");
    envelope->generation = to.generation;
    to.cell->post(*envelope);
  }

  ManualExecutor executor;
  Dispatcher dispatcher{executor};
};

TEST_F(Cells, an_occupant_is_current_from_its_arrival_to_its_end) {
  Tenant tenant;

  const Address address = move_in(tenant);
  EXPECT_TRUE(address.cell->is_current(address.generation));
  EXPECT_EQ(address.generation % 2, 1u);
  address.cell->close();

  EXPECT_FALSE(address.cell->is_current(address.generation));
  EXPECT_EQ(tenant.left, 1);
}

TEST_F(Cells, an_occupant_handles_what_is_meant_for_it) {
  Tenant tenant;
  const Address address = move_in(tenant);

  post(address, 4);
  post(address, 5);
  executor.run_until_idle();

  EXPECT_EQ(tenant.handled, 2);
  EXPECT_EQ(tenant.last, 5);
  EXPECT_EQ(dead_letters.stopped + dead_letters.replaced, 0);
  address.cell->close();
}

TEST_F(Cells, two_occupants_have_two_cells) {
  Tenant first;
  Tenant second;
  const Address one = move_in(first);
  const Address two = move_in(second);
  EXPECT_TRUE(one.cell != two.cell);

  post(one, 1);
  post(two, 2);
  executor.run_until_idle();

  EXPECT_EQ(first.last, 1);
  EXPECT_EQ(second.last, 2);
  one.cell->close();
  two.cell->close();
}

TEST_F(Cells, what_is_left_at_the_end_becomes_dead_letters) {  // R5.6
  Tenant tenant;
  const Address address = move_in(tenant);
  post(address, 1);
  post(address, 2);

  address.cell->close();
  EXPECT_EQ(tenant.left, 0) << "the run that is due ends it";
  executor.run_until_idle();

  EXPECT_EQ(tenant.handled, 0);
  EXPECT_EQ(dead_letters.stopped, 2);
  EXPECT_EQ(tenant.left, 1);
}

TEST_F(Cells, a_late_message_becomes_a_dead_letter_at_once) {
  Tenant tenant;
  const Address address = move_in(tenant);
  address.cell->close();

  post(address, 1);

  EXPECT_EQ(dead_letters.stopped, 1);
  EXPECT_EQ(executor.tick(1), 0u);
  EXPECT_EQ(tenant.left, 1);
}

// Takes cells until it has the one; the others are closed again.
TEST_F(Cells, a_cell_is_used_again_with_another_generation) {
  Tenant first;
  const Address before = move_in(first);
  before.cell->close();

  Tenant second;
  Address after = move_in(second);
  while (after.cell != before.cell) {
    after.cell->close();
    after = move_in(second);
  }

  EXPECT_EQ(after.generation, before.generation + 2);
  EXPECT_TRUE(after.cell->is_current(after.generation));
  EXPECT_FALSE(after.cell->is_current(before.generation));
  after.cell->close();
}

class ReusedCell : public Cells {
public:
  void SetUp() override {
    Cells::SetUp();
    stale = move_in(former);
    stale.cell->close();
    do {
      current = move_in(tenant);
      if (current.cell != stale.cell) {
        current.cell->close();
      }
    } while (current.cell != stale.cell);
    tenant = {};
  }
  void TearDown() override {
    current.cell->close();
    executor.run_until_idle();
  }

  Tenant former;
  Tenant tenant;
  Address stale;
  Address current;
};

TEST_F(ReusedCell, the_runner_tells_a_stale_message_from_those_of_the_new_occupant) {
  post(stale, 1);
  post(current, 2);
  post(stale, 3);
  executor.run_until_idle();

  EXPECT_EQ(tenant.handled, 1);
  EXPECT_EQ(tenant.last, 2);
  EXPECT_EQ(former.handled, 0);
  EXPECT_EQ(dead_letters.replaced, 2);
  EXPECT_EQ(dead_letters.stopped, 0);
}

TEST_F(ReusedCell, a_new_occupant_is_not_suspended_though_the_last_one_was) {
  current.cell->suspend();
  current.cell->close();
  Address next;
  do {
    next = move_in(tenant);
    if (next.cell != current.cell) {
      next.cell->close();
    }
  } while (next.cell != current.cell);
  current = next;

  post(current, 6);
  executor.run_until_idle();

  EXPECT_EQ(tenant.last, 6);
}

TEST_F(Cells, system_messages_reach_the_occupant_until_it_ends) {
  Tenant tenant;
  SystemNode signal;
  const Address address = move_in(tenant);
  signal.generation = address.generation;
  EXPECT_TRUE(address.cell->post_system(signal));
  executor.run_until_idle();
  EXPECT_EQ(tenant.system, 1);

  address.cell->close();

  EXPECT_FALSE(address.cell->post_system(signal));
  EXPECT_EQ(tenant.system, 1);
}

TEST_F(Cells, a_system_message_for_an_earlier_occupant_is_not_handled) {
  Tenant tenant;
  SystemNode signal;
  const Address address = move_in(tenant);
  signal.generation = address.generation + 2;  // as if the occupant had changed since the sender looked

  EXPECT_TRUE(address.cell->post_system(signal));
  executor.run_until_idle();

  EXPECT_EQ(tenant.system, 0);
  address.cell->close();
}

TEST_F(Cells, a_system_message_that_came_before_the_end_is_handled) {
  Tenant tenant;
  SystemNode signal;
  const Address address = move_in(tenant);
  address.cell->suspend();
  signal.generation = address.generation;
  EXPECT_TRUE(address.cell->post_system(signal));

  address.cell->close();
  executor.run_until_idle();

  EXPECT_EQ(tenant.system, 1);
  EXPECT_EQ(tenant.left, 1);
}

// An explicit instantiation may name private members: so the last generations are reached without a year of waiting.
template <class Object, Atomic<Generation> Object::* member>
struct Reach {
  friend Atomic<Generation>& number_of(Object& object) noexcept { return object.*member; }
};
Atomic<Generation>& number_of(Cell& cell) noexcept;
template struct Reach<Cell, &Cell::generation_>;
Atomic<Generation>& number_of(CellSlab& slab) noexcept;
template struct Reach<CellSlab, &CellSlab::life_>;

/// A slab of its own, whose lives a test may use up.
class Lives : public Cells {
public:
  Address move_in_here(Tenant& tenant) noexcept {
    const Result<Address> address = own.open(tenant, dispatcher, label);
    check(address.has_value(), "the target's pool is large enough for this test");
    return *address;
  }

  static constinit CellSlab own;
};
constinit CellSlab Lives::own{dead_letters};

TEST_F(Lives, a_generation_belongs_to_the_life_in_which_it_was_given_out) {
  Tenant tenant;
  const Address before = move_in_here(tenant);
  EXPECT_TRUE(own.is_of_this_life(before.generation));
  EXPECT_TRUE(&before.cell->home() == &own);
  before.cell->close();

  EXPECT_TRUE(own.begin_life());
  const Address after = move_in_here(tenant);

  EXPECT_FALSE(own.is_of_this_life(before.generation));
  EXPECT_TRUE(own.is_of_this_life(after.generation));
  EXPECT_TRUE(after.cell == before.cell);
  EXPECT_EQ(after.generation % (Generation{1} << generation_count_bits), 1u);
  after.cell->close();
}

TEST_F(Lives, a_late_message_of_an_earlier_life_reaches_nobody) {
  Tenant former;
  Tenant tenant;
  const Address before = move_in_here(former);
  before.cell->close();
  EXPECT_TRUE(own.begin_life());
  const Address after = move_in_here(tenant);
  EXPECT_TRUE(after.cell == before.cell);

  post(before, 1);
  post(after, 2);
  executor.run_until_idle();

  EXPECT_EQ(tenant.handled, 1);
  EXPECT_EQ(dead_letters.replaced, 1);
  after.cell->close();
}

TEST_F(Lives, within_a_life_generations_go_on) {
  Tenant tenant;
  const Address first = move_in_here(tenant);
  first.cell->close();

  const Address second = move_in_here(tenant);

  EXPECT_TRUE(second.cell == first.cell);
  EXPECT_EQ(second.generation, first.generation + 2);
  second.cell->close();
}

TEST_F(Lives, a_slab_whose_lives_are_used_up_says_so) {
  static constinit CellSlab old{dead_letters};
  constexpr Generation most = static_cast<Generation>(-1) >> generation_count_bits;
  number_of(old).store(most - 1, std::memory_order_relaxed);

  EXPECT_TRUE(old.begin_life());
  EXPECT_FALSE(old.begin_life());

  Tenant tenant;
  const Result<Address> address = old.open(tenant, dispatcher, label);
  ASSERT_TRUE(address.has_value());
  EXPECT_TRUE(old.is_of_this_life(address->generation));
  address->cell->close();
  EXPECT_EQ(tenant.left, 1);
}

TEST_F(Cells, one_whose_generations_are_used_up_is_never_used_again) {
  constexpr auto last = static_cast<Generation>(-3);
  Tenant tenant;
  static Address old;  // static: the cell stays reachable, and is no leak
  old = move_in(tenant);
  number_of(*old.cell).store(last, std::memory_order_relaxed);
  EXPECT_TRUE(old.cell->is_current(last));
  old.cell->close();
  EXPECT_EQ(tenant.left, 1);

  Tenant next[3];
  Address addresses[3];
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 3; ++i) {
      addresses[i] = move_in(next[i]);
      EXPECT_TRUE(addresses[i].cell != old.cell);
    }
    for (const Address& address : addresses) {
      address.cell->close();
    }
  }
  post({old.cell, last}, 1);

  EXPECT_EQ(dead_letters.stopped, 1);
}

}  // namespace
}  // namespace sluice::engine
