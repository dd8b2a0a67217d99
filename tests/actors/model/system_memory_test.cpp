// SPDX-License-Identifier: BSL-1.0
// What a system does without memory.
#include <sluice_test/test.hpp>

#include <sluice_test/manual_system.hpp>

#include "counted_memory.hpp"

namespace sluice {
namespace {

using actor_model::living_blocks;
using actor_model::Shortage;
using actors_test::ManualSystem;
using actors_test::seconds;

struct Work {};
struct Worker {
  void on(Work) {}
};

TEST(SystemMemory, is_not_needed_to_end) {  // FR-ACT-3
  const std::int64_t before = living_blocks();
  {
    ManualSystem on;
    const auto worker = on.system.spawn<Worker>();
    on.run();

    const Shortage shortage;
    const SystemReport report = on.system.shutdown(seconds{1});

    EXPECT_TRUE(report.is_complete);
    EXPECT_FALSE(worker.is_alive());
  }
  EXPECT_EQ(living_blocks(), before);
}

}  // namespace
}  // namespace sluice
