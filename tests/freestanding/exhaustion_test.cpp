// SPDX-License-Identifier: BSL-1.0
// A static pool has an end: reaching it is an error value, and what is given back can be had again.
#include <sluice/engine/cell_slab.hpp>
#include <sluice/engine/envelope.hpp>
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

  EXPECT_GT(first, 100);
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

}  // namespace
}  // namespace sluice::engine
