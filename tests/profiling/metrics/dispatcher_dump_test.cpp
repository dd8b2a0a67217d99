// SPDX-License-Identifier: BSL-1.0
// The dispatcher dump: what each mailbox and each worker does now. R4.4
#include <gtest/gtest.h>

#include <sluice/actors/actor_system.hpp>
#include <sluice/profiling/metrics/dispatcher_dump.hpp>
#include <sluice_test/manual_system.hpp>
#include <string>

// Of no namespace, so that their kinds have short names.
struct DumpedJob {};
struct DumpedClerk {
  void on(DumpedJob) {}
};

namespace sluice::metrics {
namespace {

using Job = DumpedJob;
using Clerk = DumpedClerk;
struct Ask {};

using actors_test::ManualSystem;

TEST(DispatcherDump, of_a_system_without_actors_says_so) {  // R4.4
  ManualSystem manual;

  EXPECT_EQ(describe(dump(manual.system)), "0 actors; 0 of 0 workers work, 0 slices so far\n");
}

TEST(DispatcherDump, tells_path_kind_state_and_queue_of_each_actor) {  // R4.4
  ManualSystem manual;
  const auto idle = manual.system.spawn<Clerk>({.name = "idle"});
  const auto busy = manual.system.spawn<Clerk>({.name = "busy"});
  const auto bounded = manual.system.spawn<Clerk>({.name = "bounded", .mailbox = Bounded{.capacity = 8}});
  const auto held = manual.system.spawn<Clerk>({.name = "held", .mailbox = Bounded{.capacity = 8}});
  manual.run();
  (void)manual.system.suspend(held);
  manual.run();

  busy.tell(Job{});
  for (int i = 0; i < 3; ++i) {
    bounded.tell(Job{});
  }
  held.tell(Job{});
  (void)manual.system.restart(idle);

  EXPECT_EQ(describe(dump(manual.system)),
            "4 actors; 0 of 0 workers work, 0 slices so far\n"
            "/user/idle (DumpedClerk): scheduled, 0 queued, system messages too\n"
            "/user/busy (DumpedClerk): scheduled, some queued\n"
            "/user/bounded (DumpedClerk): scheduled, 3 queued\n"
            "/user/held (DumpedClerk): suspended, 1 queued\n");
  manual.run();
  (void)manual.system.resume(held);
  manual.run();
}

TEST(DispatcherDump, can_be_asked_for_by_a_handler_and_shows_it_running) {  // R4.4
  ManualSystem manual;
  std::string text;
  const auto asker = manual.system.spawn(
      [&](ActorContext<Ask>& context, Ask) {
        (void)context.spawn<Clerk>({.name = "child"});
        text = describe(dump(manual.system));
      },
      {.name = "asker"});

  asker.tell(Ask{});
  manual.run();

  EXPECT_NE(text.find("/user/asker ("), std::string::npos) << text;
  EXPECT_NE(text.find("): running, 0 queued\n/user/asker/child (DumpedClerk): "), std::string::npos) << text;
}

TEST(DispatcherDump, forgets_who_has_stopped) {  // R4.4
  ManualSystem manual;
  const auto clerk = manual.system.spawn<Clerk>({.name = "clerk"});
  manual.run();
  EXPECT_EQ(dump(manual.system).actors.size(), 1u);

  (void)manual.system.stop(clerk);
  manual.run();

  EXPECT_TRUE(dump(manual.system).actors.empty());
}

}  // namespace
}  // namespace sluice::metrics
