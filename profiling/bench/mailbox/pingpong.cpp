// SPDX-License-Identifier: BSL-1.0
//
// Two players and one message: `ping` serves 1, 2, 3 .., `pong` returns each number to whoever sent it.
#include <sluice/profiling/bench/mailbox/mailbox_workloads.hpp>

#include <sluice/profiling/bench/mailbox/stage.hpp>
#include <sluice/profiling/bench/mailbox/tell.hpp>
#include <sluice/profiling/bench/verify.hpp>

namespace sluice::bench {

namespace {

class Ping final : public Role {
public:
  Ping(std::int64_t round_trips, Finish& finish) noexcept : round_trips_{round_trips}, finish_{finish} {}

  Tally tally;

private:
  void handle(engine::Envelope& envelope) noexcept override {
    const std::int64_t value = message_in<std::int64_t>(envelope);
    tally.add(static_cast<std::uint64_t>(value));
    if (value == round_trips_) [[unlikely]] {
      finish_.arrive();
    } else {
      tell(envelope.sender, value + 1, self());
    }
  }

  const std::int64_t round_trips_;
  Finish& finish_;
};

class Pong final : public Role {
public:
  Tally tally;

private:
  void handle(engine::Envelope& envelope) noexcept override {
    const std::int64_t value = message_in<std::int64_t>(envelope);
    tally.add(static_cast<std::uint64_t>(value));
    tell(envelope.sender, value, self());
  }
};

}  // namespace

Outcome run_pingpong(const RunOptions& options) {
  const std::uint64_t round_trips = options.shrunk(1'000'000);
  Finish finish;
  Ping ping{static_cast<std::int64_t>(round_trips), finish};
  Pong pong;
  Stage stage{options};
  stage.open(ping);
  stage.open(pong);
  const auto elapsed = stage.time(finish, [&] { tell(pong.self(), std::int64_t{1}, ping.self()); });
  stage.close();

  std::uint64_t verified = verify_tally("pingpong, ping", Tally::of_numbers_to(round_trips), ping.tally);
  verified += verify_tally("pingpong, pong", Tally::of_numbers_to(round_trips), pong.tally);
  return {.verified = verified, .samples = {{nanoseconds_each(elapsed, verified), "ns/message"}}};
}

}  // namespace sluice::bench
