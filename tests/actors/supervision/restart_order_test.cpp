// SPDX-License-Identifier: BSL-1.0
// In which order things happen between a failure and the next message: FR-SUP-5. The order is told in
// actors/supervision/README.md.
#include <sluice_test/test.hpp>

#include <sluice_test/manual_system.hpp>
#include <sluice_test/trail.hpp>

namespace sluice {
namespace {

using actors_test::seconds;
using sluice_test::Trail;

enum Step : int { dead_letter = 1, failed, child_stopped, state_ended, state_made, started, stashed, queued };

struct Do {
  int step = 0;  ///< 0: fail
};

struct Child {
  explicit Child(Trail* trail) noexcept : trail_{trail} {}
  void on(Do) {}
  void on_stop() { trail_->add(child_stopped); }
  Trail* trail_;
};

class Traced {
public:
  static constexpr std::uint32_t stash_capacity = 4;

  explicit Traced(Trail* trail) noexcept : trail_{trail} { trail_->add(state_made); }
  Traced(const Traced&) = delete;
  Traced& operator=(const Traced&) = delete;
  ~Traced() { trail_->add(state_ended); }

  void on_start(ActorContext<Traced>& context) {
    trail_->add(started);
    context.spawn<Child>({}, trail_);
  }
  ActorResult<> on(ActorContext<Traced>& context, Do order) {
    if (order.step == 0) {
      return fail(ActorError::retryable());
    }
    if (order.step == stashed && !is_stashed_before) {
      is_stashed_before = true;
      (void)context.stash(order);
      return {};
    }
    trail_->add(order.step);
    return {};
  }
  static inline bool is_stashed_before = false;

private:
  Trail* trail_;
};

TEST(RestartOrder, is_as_documented) {  // FR-SUP-5
  Trail trail;
  actors_test::ManualSystem on;
  Traced::is_stashed_before = false;
  const auto letters = on.system.events().subscribe<DeadLetter>([&](const DeadLetter&) { trail.add(dead_letter); });
  const auto failures =
      on.system.events().subscribe<SupervisionDecision>([&](const SupervisionDecision&) { trail.add(failed); });
  const auto actor = on.system.spawn<Traced>({.supervision = Restart{}}, &trail);
  actor.tell(Do{stashed});
  on.run();
  trail = {};

  actor.tell(Do{});
  actor.tell(Do{queued});
  on.run();

  EXPECT_TRUE(trail.is({dead_letter, failed, child_stopped, state_ended, state_made, started, stashed, queued}));
}

}  // namespace
}  // namespace sluice
