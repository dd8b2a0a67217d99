// SPDX-License-Identifier: BSL-1.0
// What a person reads on the console: US1.2, FR-ACT-4, D16, US5, R3.8.
#include <gtest/gtest.h>
#include <sluice/actors/behaviors.hpp>
#include <sluice/actors/system/dead_letters.hpp>
#include <string>

namespace sluice {
namespace {

struct Note {
  int number;
};

/// What `deed` writes to the console.
template <class Deed>
std::string written_by(Deed deed) {
  testing::internal::CaptureStderr();
  deed();
  return testing::internal::GetCapturedStderr();
}

std::size_t lines_in(const std::string& text) {
  std::size_t count = 0;
  for (const char letter : text) {
    count += letter == '\n' ? 1 : 0;
  }
  return count;
}

TEST(ActorConsole, a_reference_outside_of_its_run_is_one_line) {  // US1.2, D16
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto leaked = system.run([](SystemContext& context) { return context.spawn([](Note) {}); });

  const std::string text = written_by([&] { (void)leaked.tell({1}); });

  EXPECT_NE(text.find("outside of its run"), std::string::npos) << text;
  EXPECT_NE(text.find("Note"), std::string::npos) << text;
  EXPECT_EQ(lines_in(text), 1u) << text;
}

TEST(ActorConsole, a_reference_of_a_system_that_is_gone_is_one_line) {  // FR-ACT-4, D16
  engine::ManualExecutor executor;
  ActorRef<Note> ref;
  {
    ActorSystem system{executor};
    ref = system.spawn([](Note) {});
  }

  const std::string told = written_by([&] { (void)ref.tell({1}); });
  const std::string tried = written_by([&] { (void)ref.try_tell({1}); });

  EXPECT_NE(told.find("whose system is gone"), std::string::npos) << told;
  EXPECT_EQ(lines_in(told), 1u) << told;
  EXPECT_NE(tried.find("whose system is gone"), std::string::npos) << tried;
  EXPECT_EQ(lines_in(tried), 1u) << tried;
}

TEST(ActorConsole, a_message_to_nobody_is_one_line) {  // FR-ACT-4
  const std::string text = written_by([] { (void)ActorRef<Note>{}.tell({1}); });

  EXPECT_NE(text.find("told to nobody"), std::string::npos) << text;
  EXPECT_EQ(lines_in(text), 1u) << text;
}

TEST(ActorConsole, a_duplicate_name_is_a_warning_with_both_names) {  // boundary: duplicate names
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const std::string first = written_by([&] { system.spawn([](Note) {}, {.name = "worker"}); });

  const std::string second = written_by([&] { system.spawn([](Note) {}, {.name = "worker"}); });

  EXPECT_EQ(first, "");
  EXPECT_NE(second.find("worker exists already"), std::string::npos) << second;
  EXPECT_NE(second.find("worker-2"), std::string::npos) << second;
}

TEST(ActorConsole, a_spawn_that_fails_names_the_mailbox_that_is_needed) {  // R3.8
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto stashing =
      Behaviors::with_stash<Note>(4, [](StashBuffer<Note>) { return Behaviors::receive_message<Note>([](Note) {}); });

  const std::string text = written_by([&] { system.spawn(stashing, {.mailbox = Bounded{.capacity = 4}}); });

  EXPECT_NE(text.find("it needs deque and was given bounded"), std::string::npos) << text;
}

TEST(ActorConsole, of_many_dead_letters_the_first_are_written) {  // DESIGN 5: rate-limited
  engine::ManualExecutor executor;
  engine::ManualClock clock;
  ActorSystem system{SystemOptions{.executor = &executor, .clock = &clock}};
  const auto gone = system.spawn([](Note) {});
  (void)system.stop(gone);
  executor.run_until_idle();

  const std::string burst = written_by([&] {
    for (int number = 0; number < 100; ++number) {
      (void)gone.tell({number});
    }
  });
  clock.advance(DeadLetters::period);
  const std::string later = written_by([&] { (void)gone.tell({100}); });

  EXPECT_EQ(lines_in(burst), DeadLetters::lines_per_period);
  EXPECT_NE(later.find("90 more dead letters"), std::string::npos) << later;
  EXPECT_EQ(system.dead_letters().count(), 101u);
  EXPECT_EQ(system.dead_letters().unwritten(), 90u);
}

TEST(ActorConsole, suppressed_dead_letters_are_counted_and_not_written) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto gone = system.spawn([](Note) {});
  (void)system.stop(gone);
  executor.run_until_idle();
  system.dead_letters().suppress<Note>();

  const std::string text = written_by([&] { (void)gone.tell({1}); });

  EXPECT_EQ(text, "");
  EXPECT_EQ(system.dead_letters().count(), 1u);
}

// The last one: behind it, in the same process, fewer of these lines are written.
TEST(ActorConsole, of_many_messages_to_nobody_the_first_are_written) {
  const std::string text = written_by([] {
    for (int i = 0; i < 10'000; ++i) {
      (void)ActorRef<Note>{}.tell({i});
    }
  });

  EXPECT_GE(lines_in(text), 1u) << "they are not forgotten";
  EXPECT_LE(lines_in(text), 120u) << "100, and each time that they have doubled";
}

}  // namespace
}  // namespace sluice
