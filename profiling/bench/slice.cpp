// SPDX-License-Identifier: BSL-1.0
//
// What a mailbox adds to its queue: handling messages in slices, against popping and ending the same envelopes.
#include <sluice/profiling/bench/engine_workloads.hpp>

#include <sluice/engine/dispatch/lane.hpp>
#include <sluice/engine/mailbox.hpp>
#include <sluice/engine/manual_executor.hpp>
#include <sluice/profiling/bench/verify.hpp>

#include <algorithm>
#include <chrono>

namespace sluice::bench {

namespace {

using engine::Envelope;
using Nanoseconds = std::chrono::nanoseconds;
using NumberEnvelope = engine::EnvelopeOf<std::uint64_t>;

constexpr std::uint64_t burst_size = 512;  // eight slices; 64 KiB of envelopes
constexpr engine::trace::Label label{"Slice", "run", __FILE__, __LINE__, 0};

Envelope& make(std::uint64_t value) {
  NumberEnvelope* const envelope = NumberEnvelope::make(std::move(value));  // NOLINT(performance-move-const-arg)
  if (envelope == nullptr) {
    fail("slice: out of memory");
  }
  return *envelope;
}

std::uint64_t value_of(const Envelope& envelope) noexcept {
  return static_cast<const NumberEnvelope&>(envelope).message;
}

template <class Work>
Nanoseconds time(Work work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::steady_clock::now() - start;
}

/// Its handler is as empty as the proof of its work allows.
class Counter final : public engine::Mailbox {
public:
  explicit Counter(engine::Dispatcher& dispatcher, engine::Lane* lane = nullptr) noexcept
      : Mailbox{dispatcher, label, lane} {}

  Tally tally;

private:
  void handle(Envelope& envelope) noexcept override { tally.add(value_of(envelope)); }
  void handle_system(engine::SystemNode&) noexcept override {}
  void resume_handler() noexcept override {}
  void dead_letter(Envelope&, engine::DeadLetterReason) noexcept override {}
  void on_closed() noexcept override {}
};

/// The mailbox's work without the mailbox.
struct Bare {
  void burst(std::uint64_t first) {
    for (std::uint64_t i = 0; i < burst_size; ++i) {
      queue.push(make(first + i));
    }
    elapsed += time([&] {
      while (engine::MpscNode* const node = queue.pop()) {
        auto& envelope = static_cast<Envelope&>(*node);
        tally.add(value_of(envelope));
        engine::end(envelope);
      }
    });
  }

  engine::MpscQueue queue;
  Tally tally;
  Nanoseconds elapsed{};
};

struct Sliced {
  void burst(std::uint64_t first) {
    for (std::uint64_t i = 0; i < burst_size; ++i) {
      counter.post(make(first + i));
    }
    elapsed += time([&] { executor.run_until_idle(); });
  }

  explicit Sliced(engine::Lane* lane = nullptr) noexcept : counter{dispatcher, lane} {}

  engine::ManualExecutor executor;
  engine::Dispatcher dispatcher{executor};
  Counter counter;
  Nanoseconds elapsed{};
};

}  // namespace

Outcome run_slice(const RunOptions& options) {
  const std::uint64_t bursts = 1 + options.shrunk(4'000'000) / burst_size;
  engine::Lane lane{{.kind = engine::QueueKind::bounded, .capacity = burst_size, .overflow = Overflow::fail}};
  Bare bare;
  Sliced sliced;
  Sliced bounded{&lane};
  for (std::uint64_t i = 0; i < bursts; ++i) {  // in turn: a machine that slows down slows all
    bare.burst(1 + i * burst_size);
    sliced.burst(1 + i * burst_size);
    bounded.burst(1 + i * burst_size);
  }

  const Tally expected = Tally::of_numbers_to(bursts * burst_size);
  std::uint64_t verified = 0;
  for (const Tally& tally : {bare.tally, sliced.counter.tally, bounded.counter.tally}) {
    verified += verify_tally("slice", expected, tally);
  }
  const auto each = [&](Nanoseconds elapsed) { return nanoseconds_each(elapsed, expected.count); };
  const double over_queue = each(sliced.elapsed) - each(bare.elapsed);
  return {.verified = verified,
          .samples = {{each(bare.elapsed), "ns/message", "queue"},
                      {each(sliced.elapsed), "ns/message", "slice"},
                      {each(bounded.elapsed), "ns/message", "slice_bounded"},
                      {std::max(over_queue, 0.1), "ns/message", "over_queue"}}};  // a figure is never less than nothing
}

}  // namespace sluice::bench
