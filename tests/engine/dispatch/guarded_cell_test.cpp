// SPDX-License-Identifier: BSL-1.0
// Cells with lanes and meters, which end when nobody is inside any more.
#include <optional>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/cell_offer.hpp>
#include <sluice/engine/cell_slab.hpp>
#include <sluice/engine/dispatch/mailbox_stash.hpp>
#include <sluice/engine/manual_executor.hpp>
#include <sluice_test/test.hpp>

namespace sluice::engine {
namespace {

constexpr trace::Label label{"Tenant", "run", __FILE__, __LINE__, 0};
constexpr MailboxSettings bounded{.kind = QueueKind::bounded, .capacity = 2};
constexpr MailboxSettings waiting{.kind = QueueKind::bounded, .capacity = 2, .overflow = Overflow::block};
constexpr MailboxSettings deque{.kind = QueueKind::deque, .capacity = 4};

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
  Cell* cell = nullptr;
  int handled = 0;
  int last = 0;
  int system = 0;
  int resumed = 0;
  int hints = 0;
  int prepared = 0;
  int left = 0;
  Cell* answers_to = nullptr;  ///< whom it posts what it handles to
  Generation answers_for = 0;
  bool awaits = false;
  std::optional<MailboxStash> stash;

private:
  void handle(Envelope& envelope) noexcept override {
    const int number = static_cast<EnvelopeOf<int>&>(envelope).message;
    if (stash.has_value() && number < 0) {
      stash->stash(envelope);
      return;
    }
    ++handled;
    last = number;
    if (awaits) {
      cell->begin_await();
    }
    if (answers_to != nullptr) {
      auto* const answer = EnvelopeOf<int>::make(int{number});
      check(answer != nullptr, "the target's pool is large enough for this test");
      answer->generation = answers_for;
      answers_to->post(*answer, cell);
    }
  }
  void handle_system(SystemNode&) noexcept override { ++system; }
  void resume_handler() noexcept override { ++resumed; }
  void on_backpressure(const BackpressureHint&) noexcept override { ++hints; }
  void prepare_to_leave() noexcept override {
    ++prepared;
    if (stash.has_value()) {
      stash->give_up();
      stash.reset();
    }
  }
  void leave() noexcept override { ++left; }
};

// Cells live as long as the process; so does their slab, and the cases share it.
constinit Counter dead_letters;
constinit CellSlab slab{dead_letters};

Envelope& numbered(int number, const Address& to) noexcept {
  auto* const envelope = EnvelopeOf<int>::make(std::move(number));
  check(envelope != nullptr, "the target's pool is large enough for this test");
  envelope->generation = to.generation;
  return *envelope;
}

/// What became of the message; it is not the caller's afterwards.
Posted post(const Address& to, int number) noexcept {
  Envelope& envelope = numbered(number, to);
  const Posted posted = to.cell->post(envelope).posted;
  if (posted == Posted::full || posted == Posted::closed) {
    end(envelope);
  }
  return posted;
}

class GuardedCells : public testing::Test {
public:
  void SetUp() override { dead_letters = {}; }

  Address move_in(Tenant& occupant, const MailboxSettings& settings) noexcept {
    const Result<Address> address = slab.open(occupant, dispatcher, label, settings);
    check(address.has_value(), "the target's pool is large enough for this test");
    occupant.cell = address->cell;
    return *address;
  }
  void move_out(const Address& address) noexcept {
    address.cell->close();
    executor.run_until_idle();
  }

  ManualExecutor executor;
  Dispatcher dispatcher{executor};
  Tenant tenant;
};

TEST_F(GuardedCells, an_unbounded_cell_that_nobody_measures_is_plain) {
  const Address address = move_in(tenant, {});

  EXPECT_FALSE(address.cell->is_guarded());

  move_out(address);
  EXPECT_EQ(tenant.prepared, 1);
  EXPECT_EQ(tenant.left, 1);
}

TEST_F(GuardedCells, a_bounded_cell_takes_what_fits) {  // R3.1
  const Address address = move_in(tenant, bounded);
  EXPECT_TRUE(address.cell->is_guarded());

  EXPECT_EQ(post(address, 1), Posted::queued);
  EXPECT_EQ(post(address, 2), Posted::queued);
  EXPECT_EQ(post(address, 3), Posted::full);
  EXPECT_EQ(address.cell->depth(), 2u);
  executor.run_until_idle();

  EXPECT_EQ(tenant.handled, 2);
  EXPECT_EQ(tenant.last, 2);
  move_out(address);
  EXPECT_EQ(tenant.left, 1);
  EXPECT_EQ(dispatcher.inhabitants(), 0u);
}

TEST_F(GuardedCells, settings_of_which_no_lane_is_made_open_nothing) {
  const Result<Address> address = slab.open(tenant, dispatcher, label, {.kind = QueueKind::bounded, .capacity = 0});

  ASSERT_FALSE(address.has_value());
  EXPECT_TRUE(address.error() == Error::invalid_argument);
  EXPECT_EQ(dispatcher.inhabitants(), 0u);
  EXPECT_EQ(tenant.left, 0);
}

TEST_F(GuardedCells, what_is_left_at_the_end_becomes_dead_letters) {  // R5.6
  const Address address = move_in(tenant, bounded);
  (void)post(address, 1);

  move_out(address);

  EXPECT_EQ(dead_letters.count, 1);
  EXPECT_TRUE(dead_letters.last == DeadLetterReason::stopped);
  EXPECT_EQ(tenant.handled, 0);
  EXPECT_EQ(tenant.left, 1);
}

TEST_F(GuardedCells, who_comes_too_late_stays_outside) {
  SystemNode signal;
  const Address address = move_in(tenant, bounded);
  signal.generation = address.generation;
  move_out(address);

  EXPECT_EQ(post(address, 1), Posted::dropped);
  EXPECT_TRUE(dead_letters.last == DeadLetterReason::stopped);
  Envelope& envelope = numbered(2, address);
  EXPECT_EQ(address.cell->try_post(envelope).posted, Posted::closed);
  end(envelope);
  EXPECT_FALSE(address.cell->post_system(signal));

  EXPECT_EQ(dead_letters.count, 1);
  EXPECT_EQ(tenant.left, 1);
}

TEST_F(GuardedCells, a_stale_message_does_not_enter_the_next_life_whatever_its_settings) {
  Tenant next;
  const Address stale = move_in(tenant, bounded);
  move_out(stale);
  const Address address = move_in(next, deque);
  ASSERT_TRUE(address.cell == stale.cell);

  EXPECT_EQ(post(stale, 1), Posted::dropped);
  for (int number = 2; number <= 5; ++number) {
    EXPECT_EQ(post(address, number), Posted::queued);
  }
  executor.run_until_idle();

  EXPECT_EQ(next.handled, 4);
  EXPECT_EQ(dead_letters.count, 1);
  move_out(address);
}

TEST_F(GuardedCells, a_cell_is_guarded_or_plain_for_ever) {
  Tenant other;
  const Address guarded = move_in(tenant, bounded);
  move_out(guarded);

  const Address plain = move_in(other, {});

  EXPECT_TRUE(plain.cell != guarded.cell);
  EXPECT_FALSE(plain.cell->is_guarded());
  move_out(plain);
}

TEST_F(GuardedCells, system_messages_reach_the_occupant) {
  SystemNode signal;
  const Address address = move_in(tenant, bounded);
  signal.generation = address.generation;

  EXPECT_TRUE(address.cell->post_system(signal));
  executor.run_until_idle();

  EXPECT_EQ(tenant.system, 1);
  move_out(address);
}

TEST_F(GuardedCells, a_handler_waits_as_in_any_mailbox) {
  const Address address = move_in(tenant, bounded);
  tenant.awaits = true;
  (void)post(address, 1);
  (void)post(address, 2);
  executor.run_until_idle();
  EXPECT_EQ(tenant.handled, 1);
  tenant.awaits = false;

  address.cell->complete_await();
  executor.run_until_idle();

  EXPECT_EQ(tenant.resumed, 1);
  EXPECT_EQ(tenant.handled, 2);
  move_out(address);
}

TEST_F(GuardedCells, a_suspended_one_handles_nothing) {
  const Address address = move_in(tenant, bounded);
  address.cell->suspend();
  (void)post(address, 1);
  executor.run_until_idle();
  EXPECT_EQ(tenant.handled, 0);

  address.cell->resume();
  executor.run_until_idle();

  EXPECT_EQ(tenant.handled, 1);
  EXPECT_FALSE(address.cell->is_closed());
  move_out(address);
}

TEST_F(GuardedCells, an_occupant_hears_of_pressure_where_it_sends) {
  Tenant full;
  const Address target = move_in(full, bounded);
  const Address source = move_in(tenant, {});
  tenant.answers_to = target.cell;
  tenant.answers_for = target.generation;
  (void)post(target, 1);
  target.cell->suspend();

  (void)post(source, 2);
  executor.run_until_idle();

  EXPECT_EQ(tenant.hints, 1);
  target.cell->resume();
  move_out(source);
  move_out(target);
}

TEST_F(GuardedCells, an_occupant_stashes_the_message_that_it_has) {  // R9.3
  const Address address = move_in(tenant, deque);
  tenant.stash.emplace(*address.cell);
  (void)post(address, -1);
  (void)post(address, 2);
  executor.run_until_idle();
  EXPECT_EQ(tenant.handled, 1);
  EXPECT_EQ(tenant.stash->size(), 1u);

  EXPECT_TRUE(tenant.stash->unstash_all());
  tenant.stash.reset();
  (void)post(address, 3);
  executor.run_until_idle();

  EXPECT_EQ(tenant.handled, 3);
  EXPECT_EQ(tenant.last, 3);
  move_out(address);
  EXPECT_EQ(dead_letters.count, 0);
}

TEST_F(GuardedCells, a_stash_is_given_up_before_the_occupant_leaves) {
  const Address address = move_in(tenant, deque);
  tenant.stash.emplace(*address.cell);
  (void)post(address, -1);
  executor.run_until_idle();

  move_out(address);

  EXPECT_EQ(dead_letters.count, 1);
  EXPECT_EQ(tenant.prepared, 1);
  EXPECT_EQ(tenant.left, 1);
}

class Figures final : public MetricsSink {
public:
  int told = 0;

private:
  void handled(const Mailbox&, Duration, Duration) noexcept override { ++told; }
};

class Standstill final : public Clock {
public:
  [[nodiscard]] Instant now() const noexcept override { return {}; }
};

TEST_F(GuardedCells, what_is_measured_is_guarded) {  // R4.3
  Figures figures;
  Standstill clock;
  Dispatcher measuring{executor, {}, {.clock = &clock, .metrics = &figures}};
  const Result<Address> address = slab.open(tenant, measuring, label);
  ASSERT_TRUE(address.has_value());
  EXPECT_TRUE(address->cell->is_guarded());
  EXPECT_TRUE(address->cell->is_measured());

  (void)post(*address, 1);
  executor.run_until_idle();

  EXPECT_EQ(figures.told, 1);
  move_out(*address);
  EXPECT_FALSE(address->cell->is_measured());
  EXPECT_EQ(measuring.inhabitants(), 0u);
}

/// A cell that is full, and a waker that counts.
class CellOffers : public GuardedCells {
public:
  void fill(const Address& address) noexcept {
    (void)post(address, 1);
    (void)post(address, 2);
  }
  [[nodiscard]] Waker waker() noexcept {
    return {[](void* count) noexcept { ++*static_cast<int*>(count); }, &wakes};
  }

  int wakes = 0;
};

TEST_F(CellOffers, one_is_taken_when_there_is_room) {  // R8.1
  const Address address = move_in(tenant, waiting);
  fill(address);
  CellOffer offer{address, numbered(3, address)};
  EXPECT_FALSE(offer.poll(waker()).has_value());

  executor.run_until_idle();
  EXPECT_EQ(wakes, 1);
  const Poll<Result<>> polled = offer.poll(waker());
  executor.run_until_idle();

  EXPECT_TRUE(polled.has_value() && polled->has_value());
  EXPECT_EQ(tenant.last, 3);
  move_out(address);
  EXPECT_EQ(tenant.left, 1) << "the future that is done keeps nobody";
}

TEST_F(CellOffers, one_that_waits_keeps_the_occupant_until_it_is_decided) {  // R8.3
  const Address address = move_in(tenant, waiting);
  fill(address);
  CellOffer offer{address, numbered(3, address)};
  EXPECT_FALSE(offer.poll(waker()).has_value());

  move_out(address);
  EXPECT_EQ(tenant.prepared, 1);
  EXPECT_EQ(tenant.left, 0);
  EXPECT_EQ(dispatcher.inhabitants(), 1u);
  EXPECT_FALSE(address.cell->is_current(address.generation));
  const Poll<Result<>> polled = offer.poll(waker());

  ASSERT_TRUE(polled.has_value());
  EXPECT_TRUE(!polled->has_value() && polled->error() == Error::closed);
  EXPECT_EQ(tenant.left, 1);
  EXPECT_EQ(dispatcher.inhabitants(), 0u);
  EXPECT_EQ(dead_letters.count, 3);
}

TEST_F(CellOffers, one_that_is_given_up_lets_the_occupant_go) {
  const Address address = move_in(tenant, waiting);
  fill(address);
  {
    CellOffer offer{address, numbered(3, address)};
    EXPECT_FALSE(offer.poll(waker()).has_value());
    move_out(address);
    EXPECT_EQ(tenant.left, 0);
  }

  EXPECT_EQ(tenant.left, 1);
  EXPECT_EQ(dead_letters.count, 3);
}

TEST_F(CellOffers, one_to_nobody_is_a_dead_letter) {
  const Address address = move_in(tenant, waiting);
  move_out(address);
  CellOffer offer{address, numbered(1, address)};
  const Poll<Result<>> polled = offer.poll(waker());

  ASSERT_TRUE(polled.has_value());
  EXPECT_TRUE(!polled->has_value() && polled->error() == Error::closed);
  EXPECT_EQ(dead_letters.count, 1);
  EXPECT_TRUE(dead_letters.last == DeadLetterReason::stopped);
}

TEST_F(CellOffers, one_to_nobody_that_is_never_polled_is_a_dead_letter_too) {
  const Address address = move_in(tenant, {});
  move_out(address);
  {
    CellOffer offer{address, numbered(1, address)};
  }

  EXPECT_EQ(dead_letters.count, 1);
}

TEST_F(CellOffers, one_to_a_plain_cell_is_in_at_once) {
  const Address address = move_in(tenant, {});
  CellOffer offer{address, numbered(7, address)};

  const Poll<Result<>> polled = offer.poll(waker());
  executor.run_until_idle();

  EXPECT_TRUE(polled.has_value() && polled->has_value());
  EXPECT_EQ(tenant.last, 7);
  move_out(address);
}

}  // namespace
}  // namespace sluice::engine
