// SPDX-License-Identifier: BSL-1.0
//
// Four producers tell 1, 2, 3 .. to one consumer. A producer tells 64 and then itself to go on: a handler that tells a
// million keeps its worker for long. The consumer, who has a slice in turn as everybody has, falls behind either way; so
// unlike the floor, which lets it run after each 64, this measures a queue that is longer than the caches.
#include <sluice/profiling/bench/mailbox/mailbox_workloads.hpp>

#include <sluice/profiling/bench/mailbox/stage.hpp>
#include <sluice/profiling/bench/mailbox/tell.hpp>
#include <sluice/profiling/bench/verify.hpp>

#include <algorithm>
#include <array>

namespace sluice::bench {

namespace {

constexpr std::uint64_t producer_count = 4;
constexpr std::int64_t burst = 64;

struct GoOn {};

class Consumer final : public Role {
public:
  Consumer(std::uint64_t expected, Finish& finish) noexcept : expected_{expected}, finish_{finish} {}

  Tally tally;

private:
  void handle(engine::Envelope& envelope) noexcept override {
    tally.add(static_cast<std::uint64_t>(message_in<std::int64_t>(envelope)));
    if (tally.count == expected_) [[unlikely]] {
      finish_.arrive();
    }
  }

  const std::uint64_t expected_;
  Finish& finish_;
};

class Producer final : public Role {
public:
  Producer(const Consumer& consumer, std::int64_t last) noexcept : consumer_{consumer}, last_{last} {}

private:
  void handle(engine::Envelope&) noexcept override {
    const engine::Address consumer = consumer_.self();
    for (const std::int64_t end = std::min(told_ + burst, last_); told_ < end;) {
      tell(consumer, ++told_);
    }
    if (told_ < last_) {
      tell(self(), GoOn{});
    }
  }

  const Consumer& consumer_;
  const std::int64_t last_;
  std::int64_t told_ = 0;
};

}  // namespace

Outcome run_fanin(const RunOptions& options) {
  const std::uint64_t each = options.shrunk(1'000'000);
  const auto last = static_cast<std::int64_t>(each);
  Finish finish;
  Consumer consumer{each * producer_count, finish};
  std::array<Producer, producer_count> producers{
      {{consumer, last}, {consumer, last}, {consumer, last}, {consumer, last}}};
  Stage stage{options};
  stage.open(consumer);
  stage.open_all(producers);
  const auto elapsed = stage.time(finish, [&] {
    for (const Producer& producer : producers) {
      tell(producer.self(), GoOn{});
    }
  });
  stage.close();

  const std::uint64_t verified = verify_tally("fanin", Tally::of_numbers_to(each, producer_count), consumer.tally);
  return {.verified = verified, .samples = {{nanoseconds_each(elapsed, verified), "ns/message"}}};
}

}  // namespace sluice::bench
