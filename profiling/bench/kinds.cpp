// SPDX-License-Identifier: BSL-1.0
//
// The seed's mailboxes, in the seed's numbers: all messages go in, then all come out.
#include <sluice/profiling/bench/engine_workloads.hpp>

#include <sluice/engine/mailboxes.hpp>
#include <sluice/profiling/bench/verify.hpp>

#include <chrono>
#include <string>

namespace sluice::bench {

namespace {

using std::chrono::steady_clock;

/// Nanoseconds per pair; fails if all pairs together take longer than the seed allows.
Sample measure(mailbox::Mailbox<std::uint64_t>& mailbox, std::string_view figure, std::uint64_t pairs,
               std::chrono::milliseconds at_most) {
  Tally tally;
  const auto start = steady_clock::now();
  for (std::uint64_t value = 1; value <= pairs; ++value) {
    (void)mailbox.enqueue(value);
  }
  while (const std::optional<std::uint64_t> value = mailbox.dequeue()) {
    tally.add(*value);
  }
  const auto elapsed = steady_clock::now() - start;
  verify_tally("kinds", Tally::of_numbers_to(pairs), tally);
  if (elapsed > at_most) {
    fail("kinds: " + std::string(figure) + " took longer than " + std::to_string(at_most.count()) + " ms");
  }
  return {nanoseconds_each(elapsed, pairs), "ns/pair", figure};
}

std::int32_t scattered(const std::uint64_t& value) { return static_cast<std::int32_t>(value * 7919 % 1009); }

}  // namespace

Outcome run_kinds(const RunOptions& options) {
  const std::uint64_t unbounded_pairs = options.shrunk(10'000);
  const std::uint64_t priority_pairs = options.shrunk(1'000);
  mailbox::UnboundedMailbox<std::uint64_t> unbounded;
  mailbox::PriorityMailbox<std::uint64_t> priority{&scattered};
  Outcome outcome{.verified = unbounded_pairs + priority_pairs, .samples = {}};
  outcome.samples.push_back(measure(unbounded, "unbounded", unbounded_pairs, std::chrono::seconds{1}));
  outcome.samples.push_back(measure(priority, "priority", priority_pairs, std::chrono::milliseconds{500}));
  return outcome;
}

}  // namespace sluice::bench
