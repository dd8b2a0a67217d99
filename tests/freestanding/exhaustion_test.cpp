// SPDX-License-Identifier: BSL-1.0
// A static pool has an end: reaching it is an error value, and what is given back can be had again.
#include <sluice/engine/cell_slab.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/envelope.hpp>
#include <sluice/engine/mailboxes.hpp>
#include <sluice/engine/manual_executor.hpp>
#include <sluice_test/test.hpp>
#include "all_blocks.hpp"

namespace sluice::engine {
namespace {

constexpr trace::Label label{"Tenant", "run", __FILE__, __LINE__, 0};

struct Nowhere final : DeadLetterSink {
  void dead_letter(const DeadLetter&) noexcept override {}
};
struct Tenant final : Occupant {
  void handle(Envelope&) noexcept override {}
  void handle_system(SystemNode&) noexcept override {}
  void resume_handler() noexcept override {}
  void leave() noexcept override {}
};

TEST(Exhaustion, all_blocks_can_be_had_again) {
  const int first = AllBlocks{}.count;
  const int second = AllBlocks{}.count;

  EXPECT_GT(first, 90);
  EXPECT_EQ(first, second);
}

TEST(Exhaustion, a_message_that_finds_no_memory_stays_where_it_was) {
  struct Moved {
    explicit Moved(bool& flag) noexcept : was_moved{&flag} {}
    Moved(Moved&& other) noexcept : was_moved{other.was_moved} { *was_moved = true; }
    bool* was_moved;
  };
  bool was_moved = false;
  Moved message{was_moved};
  AllBlocks all;

  EXPECT_TRUE(EnvelopeOf<Moved>::make(std::move(message)) == nullptr);
  EXPECT_FALSE(was_moved);
  all.give_one_back();
  EnvelopeOf<Moved>* const envelope = EnvelopeOf<Moved>::make(std::move(message));

  ASSERT_TRUE(envelope != nullptr);
  EXPECT_TRUE(was_moved);
  end(*envelope);
}

TEST(Exhaustion, a_cell_that_finds_no_memory_is_an_error) {
  static constinit Nowhere nowhere;
  static constinit CellSlab slab{nowhere};
  ManualExecutor executor;
  Dispatcher dispatcher{executor};
  Tenant tenant;
  {
    const AllBlocks all;

    const Result<Address> address = slab.open(tenant, dispatcher, label);

    ASSERT_FALSE(address.has_value());
    EXPECT_EQ(address.error(), Error::out_of_memory);
  }
  const Result<Address> address = slab.open(tenant, dispatcher, label);

  ASSERT_TRUE(address.has_value());
  address->cell->close();
}

TEST(Exhaustion, an_offer_that_finds_no_memory_is_given_back) {
  mailbox::QueueBackend<int, UnboundedQueue> queue{Overflow::fail, no_limit};
  EXPECT_TRUE(queue.try_offer(1).is_accepted());
  {
    const AllBlocks all;

    auto refused = queue.try_offer(2);
    const auto answer = queue.offer_blocking(3).poll({});

    ASSERT_TRUE(refused.kind() == decltype(refused)::Kind::rejected);
    EXPECT_EQ(refused.error().fault(), mailbox::QueueFault::out_of_memory);
    EXPECT_EQ(refused.error().message(), 2);
    ASSERT_TRUE(answer.has_value());
    ASSERT_FALSE(answer->has_value());
    EXPECT_EQ(answer->error().fault(), mailbox::QueueFault::out_of_memory);
    EXPECT_EQ(answer->error().message(), 3);
  }

  EXPECT_TRUE(queue.try_offer(4).is_accepted());
  EXPECT_EQ(**queue.try_poll(), 1);
  EXPECT_EQ(**queue.try_poll(), 4);
}

TEST(Exhaustion, messages_until_the_pool_is_empty_and_all_come_out) {
  mailbox::QueueBackend<int, DequeQueue> queue{Overflow::fail, no_limit};
  const int before = AllBlocks{}.count;
  int sent = 0;
  while (queue.try_offer(sent).is_accepted()) {
    ++sent;
  }

  EXPECT_EQ(sent, before);
  for (int message = 0; message < sent; ++message) {
    EXPECT_EQ(**queue.try_poll(), message);
  }
  EXPECT_EQ(AllBlocks{}.count, before);
}

TEST(Exhaustion, a_mailbox_and_a_ring_that_find_no_memory_are_errors_and_leave_none_behind) {
  const int before = AllBlocks{}.count;
  {
    AllBlocks all;
    const auto mailbox = mailbox::QueueMailboxFactory<>{}.build_default_mailbox<int>();
    const mailbox::QueueBackend<int, RingQueue> ring{Overflow::fail, 4u};
    all.give_one_back();
    const auto with_one_block = mailbox::QueueMailboxFactory<>{}.build_default_mailbox<int>();

    ASSERT_FALSE(mailbox.has_value());
    EXPECT_EQ(mailbox.error(), Error::out_of_memory);
    EXPECT_EQ(ring.status().error(), Error::out_of_memory);
    EXPECT_EQ(with_one_block.error(), Error::out_of_memory);
  }

  EXPECT_EQ(AllBlocks{}.count, before);
}

/// A mailbox that does nothing.
class Idler final : public Mailbox {
public:
  explicit Idler(Dispatcher& dispatcher, Lane* lane = nullptr) noexcept : Mailbox{dispatcher, label, lane} {}

private:
  void handle(Envelope&) noexcept override {}
  void handle_system(SystemNode&) noexcept override {}
  void resume_handler() noexcept override {}
  void dead_letter(Envelope&, DeadLetterReason) noexcept override {}
  void on_closed() noexcept override {}
};

TEST(Exhaustion, a_mailbox_that_is_not_measured_has_no_memory_but_its_messages) {  // R4.3
  ManualExecutor executor;
  ManualClock clock;
  Dispatcher dispatcher{executor, {}, {.clock = &clock}};
  const int all = AllBlocks{}.count;
  Lane lane{{.kind = QueueKind::deque, .capacity = 2}};
  Idler unbounded{dispatcher};
  Idler bounded{dispatcher, &lane};
  EXPECT_EQ(AllBlocks{}.count, all);

  unbounded.post(*EnvelopeOf<int>::make(1));
  bounded.post(*EnvelopeOf<int>::make(2));
  bounded.suspend();
  EXPECT_EQ(AllBlocks{}.count, all - 2);
  bounded.resume();
  executor.run_until_idle();

  EXPECT_EQ(AllBlocks{}.count, all);
}

struct Measured final : MetricsSink {
  void handled(const Mailbox&, Duration, Duration) noexcept override { ++messages; }
  int messages = 0;
};

TEST(Exhaustion,
     a_message_without_memory_for_its_headers_is_handled) {  // US12: then it is measured as not having waited
  ManualExecutor executor;
  ManualClock clock;
  Measured metrics;
  Dispatcher dispatcher{executor, {}, {.clock = &clock, .metrics = &metrics}};
  Idler mailbox{dispatcher};
  Envelope* const envelope = EnvelopeOf<int>::make(1);
  {
    const AllBlocks all;
    mailbox.post(*envelope);
  }

  executor.run_until_idle();

  EXPECT_EQ(metrics.messages, 1);
}

}  // namespace
}  // namespace sluice::engine
