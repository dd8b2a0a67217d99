// SPDX-License-Identifier: BSL-1.0
// To replay one seed, with all that is done: SLUICE_SEED=<seed> actor_model_tests
// To try more of them: SLUICE_SEEDS=<how many> actor_model_tests
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/decimal.hpp>
#include <sluice/engine/platform.hpp>
#include <sluice_test/test.hpp>
#include <string>

#include "actor_model.hpp"
#include "counted_memory.hpp"

namespace sluice::actor_model {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool is_sanitized = true;
#elif defined(__has_feature)
constexpr bool is_sanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool is_sanitized = false;
#endif
constexpr std::uint32_t seeds = is_sanitized ? 200 : 1'000;
constexpr std::uint32_t steps = 400;

/// While it lives, what the system writes for a person is not shown: failures are many here. A sanitizer's report would be
/// lost with it.
class Silence {
public:
  Silence() noexcept : shown_{::dup(STDERR_FILENO)} {
    current = this;
    if (is_sanitized) {
      return;
    }
    const int nowhere = ::open("/dev/null", O_WRONLY);
    ::dup2(nowhere, STDERR_FILENO);
    ::close(nowhere);
  }
  ~Silence() {
    end();
    ::close(shown_);
  }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;
  void end() noexcept {
    ::dup2(shown_, STDERR_FILENO);
    current = nullptr;
  }

  static inline Silence* current = nullptr;

private:
  int shown_;
};

std::uint32_t current_seed = 0;
engine::AssertHandler former_handler = nullptr;

void write_seed() noexcept {
  if (Silence::current != nullptr) {
    Silence::current->end();
  }
  engine::platform::write("replay: SLUICE_SEED=");
  engine::platform::write(engine::Decimal{current_seed}.text());
  engine::platform::write(" actor_model_tests\n");
}

void tell_seed(const engine::AssertFailure& failure) noexcept {
  write_seed();
  former_handler(failure);
}

/// A system that is wrong may also touch what is gone.
void tell_seed_of_crash(int signal) noexcept {
  write_seed();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

/// What was not as it should be; empty if all was.
std::string run_seed(std::uint32_t seed, bool tells, Counts& sum) {
  current_seed = seed;
  const std::int64_t blocks = living_blocks();
  // A broken one is left as it is: its end would only break more.
  auto* const model = new ActorModel{seed, tells};
  bool is_right = true;
  for (std::uint32_t step = 0; step < steps && is_right; ++step) {
    is_right = model->step();
  }
  is_right = is_right && model->finish();
  if (!is_right) {
    return model->oracle().failure();
  }
  const Counts& counts = model->oracle().counts();
  const auto* const from = reinterpret_cast<const std::uint64_t*>(&counts);
  auto* const to = reinterpret_cast<std::uint64_t*>(&sum);
  for (std::size_t figure = 0; figure < sizeof(Counts) / sizeof(std::uint64_t); ++figure) {
    to[figure] += from[figure];
  }
  delete model;
  return living_blocks() == blocks ? ""
                                   : std::to_string(living_blocks() - blocks) + " blocks of memory were not given back";
}

/// Nobody offers, memory does not run out, no message is left when a cell gets its next occupant, no mailbox refuses what
/// comes while it is suspended, and there is no middleware.
bool may_happen(DeadLetterReason reason) {
  return reason != DeadLetterReason::replaced && reason != DeadLetterReason::offer_timed_out &&
         reason != DeadLetterReason::offer_given_up && reason != DeadLetterReason::out_of_memory &&
         reason != DeadLetterReason::suspended && reason != DeadLetterReason::filtered;
}

/// Everything the model is there for has happened often.
void expect_rich(const Counts& sum) {
  EXPECT_GT(sum.handled, seeds * 40u);
  EXPECT_GT(sum.given_back, seeds);
  EXPECT_GT(sum.refused, seeds / 2);
  EXPECT_GT(sum.stashed, seeds);
  EXPECT_GT(sum.restarts, seeds);
  EXPECT_GT(sum.resumes, seeds);
  EXPECT_GT(sum.failed, seeds);
  EXPECT_GT(sum.gone, seeds * 5u);
  EXPECT_GT(sum.notices, seeds / 2);
  EXPECT_GT(sum.watch_letters, seeds / 2);
  EXPECT_GT(sum.children, seeds);
  EXPECT_GT(sum.duplicates, seeds / 4);
  EXPECT_GT(sum.adapted, seeds / 10);
  for (const AskError::Reason reason :
       {AskError::Reason::timed_out, AskError::Reason::stopped, AskError::Reason::rejected, AskError::Reason::failed,
        AskError::Reason::no_answer, AskError::Reason::nothing_runs}) {
    EXPECT_GT(sum.outcomes[static_cast<std::size_t>(reason)], seeds / 10) << describe(reason);
  }
  for (std::uint32_t reason = 0; reason < engine::dead_letter_reasons; ++reason) {
    if (may_happen(static_cast<DeadLetterReason>(reason))) {
      EXPECT_GT(sum.dead[reason], seeds / 10) << describe(static_cast<DeadLetterReason>(reason));
    }
  }
}

// FR-ACT, FR-LIFE, FR-ASK
TEST(ActorModel, agrees_with_an_oracle_over_many_seeds) {
  const char* const only = std::getenv("SLUICE_SEED");
  const std::uint32_t first = only == nullptr ? 0 : static_cast<std::uint32_t>(std::stoul(only));
  const char* const more = std::getenv("SLUICE_SEEDS");
  const std::uint32_t count = more == nullptr ? seeds : static_cast<std::uint32_t>(std::stoul(more));
  const std::uint32_t end = only == nullptr ? count : first + 1;
  former_handler = engine::set_assert_handler(&tell_seed);
  if (!is_sanitized) {
    std::signal(SIGSEGV, &tell_seed_of_crash);
  }
  Counts sum;
  std::string failure;

  {
    const Silence silence;
    for (std::uint32_t seed = first; seed < end && failure.empty(); ++seed) {
      failure = run_seed(seed, only != nullptr, sum);
    }
  }
  engine::set_assert_handler(former_handler);

  EXPECT_EQ(failure, "") << "replay: SLUICE_SEED=" << current_seed << " actor_model_tests";
  if (only == nullptr && failure.empty()) {
    expect_rich(sum);
  }
}

}  // namespace
}  // namespace sluice::actor_model
