// SPDX-License-Identifier: BSL-1.0
//
// An outside thread tells 1, 2, 3 .. to each of 60 receivers, round robin. By hand it also runs them, every 64 rounds.
#include <sluice/profiling/bench/mailbox/mailbox_workloads.hpp>

#include <sluice/profiling/bench/mailbox/stage.hpp>
#include <sluice/profiling/bench/mailbox/tell.hpp>
#include <sluice/profiling/bench/verify.hpp>

namespace sluice::bench {

namespace {

constexpr std::uint32_t receiver_count = 60;
constexpr std::int64_t rounds_by_hand = 64;

class Receiver final : public Role {
public:
  void expect(std::uint64_t messages, Finish& finish) noexcept {
    expected_ = messages;
    finish_ = &finish;
  }

  Tally tally;

private:
  void handle(engine::Envelope& envelope) noexcept override {
    tally.add(static_cast<std::uint64_t>(message_in<std::int64_t>(envelope)));
    if (tally.count == expected_) [[unlikely]] {
      finish_->arrive();
    }
  }

  std::uint64_t expected_ = 0;
  Finish* finish_ = nullptr;
};

void tell_everyone(const std::vector<Receiver>& receivers, std::int64_t value) noexcept {
  for (const Receiver& receiver : receivers) {
    tell(receiver.self(), value);
  }
}

}  // namespace

Outcome run_forkjoin(const RunOptions& options) {
  const std::uint64_t each = options.shrunk(50'000);
  Finish finish{receiver_count};
  std::vector<Receiver> receivers(receiver_count);
  Stage stage{options};
  stage.open_all(receivers);
  for (Receiver& receiver : receivers) {
    receiver.expect(each, finish);
  }
  const auto elapsed = stage.time(finish, [&] {
    for (std::int64_t value = 1; value <= static_cast<std::int64_t>(each); ++value) {
      tell_everyone(receivers, value);
      if (value % rounds_by_hand == 0) {
        stage.drive();
      }
    }
  });
  stage.close();

  Tally tally;
  for (const Receiver& receiver : receivers) {
    tally += receiver.tally;
  }
  const std::uint64_t verified = verify_tally("forkjoin", Tally::of_numbers_to(each, receiver_count), tally);
  return {.verified = verified, .samples = {{nanoseconds_each(elapsed, verified), "ns/message"}}};
}

}  // namespace sluice::bench
