// SPDX-License-Identifier: BSL-1.0
// A libFuzzer target: an input is a program of steps, which queues and an oracle are given together.
#include <sanitizer/lsan_interface.h>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <memory>
#include <random>
#include <span>
#include <vector>

#include "contest.hpp"
#include "refusal.hpp"
#include "totals.hpp"

namespace sluice_fuzz {
namespace {

using sluice::Overflow;
using sluice::engine::AnyQueue;
using sluice::engine::DequeQueue;
using sluice::engine::QueueKind;

/// In bytes.
constexpr std::size_t longest_input = 4096 * sizeof(Step);

/// 1 to 9, then larger ones; the last means no limit.
constexpr std::uint32_t capacities[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 33, 64, 100, 257, 600, sluice::engine::no_limit};

/// Those that make room are there twice: to a queue all others are the same.
constexpr Overflow policies[] = {Overflow::drop_newest, Overflow::drop_oldest, Overflow::grow,        Overflow::block,
                                 Overflow::fail,        Overflow::dead_letter, Overflow::drop_oldest, Overflow::grow};

[[nodiscard]] Choice choose(Step step, Step next) {
  Choice choice{.kind = static_cast<QueueKind>(step.argument % 4),
                .capacity = capacities[next.selector % std::size(capacities)],
                .policy = policies[next.argument % std::size(policies)]};
  if (choice.kind == QueueKind::bounded && choice.capacity == sluice::engine::no_limit) {
    choice.capacity = 1;
  }
  return choice;
}

[[nodiscard]] std::unique_ptr<AnyContest> make_contest(Step step, Step next) {
  const Choice choice = choose(step, next);
  // Only the deque itself takes messages back; one in four is made as the other kinds are.
  const bool is_deque_itself = choice.kind == QueueKind::deque && step.argument % 16 != 2;
  history::add(choice, is_deque_itself);
  if (is_deque_itself) {
    return std::make_unique<Contest<DequeQueue>>(choice, choice.capacity);
  }
  return std::make_unique<Contest<AnyQueue>>(choice, choice.kind, choice.capacity, choice.policy);
}

void end_contest(std::unique_ptr<AnyContest>& contest) {
  contest.reset();
  scarce_memory::is_exhausted = false;
  history::expect("how many messages outlive their queue", 0, Cargo::alive());
  history::expect("how many blocks outlive their queue", 0, scarce_memory::blocks);
}

void run(std::span<const Step> steps) {
  std::unique_ptr<AnyContest> contest;
  for (std::size_t index = 0; index + 1 < steps.size(); ++index) {
    const Step step = steps[index];
    if (contest == nullptr || step.verb() == Verb::renew) {
      end_contest(contest);
      expect_refusal(step.argument);
      contest = make_contest(step, steps[++index]);
    } else {
      history::add(step);
      totals::operations += contest->take(step) ? 1 : 0;
    }
  }
  end_contest(contest);
}

/// Ends the program once it has done what it was asked for. That is its only way to end well: libFuzzer is told to go on
/// for ever, so an end without that many operations is none.
void end_if_enough() {
  static const char* const asked = std::getenv("SLUICE_FUZZ_OPERATIONS");
  static const std::uint64_t enough = asked == nullptr ? UINT64_MAX : std::strtoull(asked, nullptr, 10);
  if (totals::operations < enough) {
    return;
  }
  if (__lsan_do_recoverable_leak_check() != 0) {
    std::abort();
  }
  std::fprintf(stderr, "queue_fuzz: %llu operations in %llu inputs, and no difference\n",
               static_cast<unsigned long long>(totals::operations), static_cast<unsigned long long>(totals::inputs));
  std::_Exit(0);
}

/// Stretches of steps that have something in common, so that large queues get full and small ones get empty.
std::size_t write_program(std::span<std::uint8_t> bytes, std::minstd_rand& random) {
  const auto below = [&](std::uint32_t limit) { return static_cast<std::uint32_t>(random() >> 4) % limit; };
  const std::size_t length = (2 + below(static_cast<std::uint32_t>(bytes.size() / sizeof(Step)) - 1)) * sizeof(Step);
  std::size_t written = 0;
  while (written < length) {
    const std::uint32_t mood = below(4);
    const std::uint32_t stretch = 4u << below(7);
    for (std::uint32_t step = 0; step < stretch && written < length; ++step) {
      const bool is_moody = mood < 3 && below(4) != 0;
      const std::uint32_t first[] = {0, 6, 10, 0};
      const std::uint32_t many[] = {12, 6, 15, 32};
      const std::uint32_t row = is_moody ? mood : 3;
      bytes[written++] = static_cast<std::uint8_t>(first[row] + below(many[row]));
      bytes[written++] = static_cast<std::uint8_t>(below(256));
    }
  }
  return length;
}

}  // namespace
}  // namespace sluice_fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace sluice_fuzz;
  static_assert(sizeof(Step) == 2 && alignof(Step) == 1);
  history::clear();
  std::vector<Step> steps(size / sizeof(Step));
  if (!steps.empty()) {
    std::memcpy(steps.data(), bytes, steps.size() * sizeof(Step));
  }
  run(steps);
  ++totals::inputs;
  end_if_enough();
  return 0;
}

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* bytes, std::size_t size, std::size_t max_size);

/// Every other input is a new long program: libFuzzer's own small changes alone rarely fill a large queue.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* bytes, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  using namespace sluice_fuzz;
  const std::size_t room = std::min(max_size, longest_input);
  std::minstd_rand random{seed};
  if (random() % 2 == 0 || room < 2 * sizeof(Step)) {
    return LLVMFuzzerMutate(bytes, size, max_size);
  }
  return write_program({bytes, room}, random);
}
