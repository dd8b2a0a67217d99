// SPDX-License-Identifier: BSL-1.0
//
// What telemetry costs: the same game without it, with it while nobody listens, and with somebody who does; in turn, so
// that a machine that slows down slows all three.
#include <sluice/profiling/bench/actors/actor_workloads.hpp>

#include <sluice/profiling/bench/actors/pingpong.hpp>
#include <sluice/profiling/bench/statistics.hpp>

#include <vector>

namespace sluice::bench {

namespace {

constexpr int rounds = 9;

/// The games of one kind.
class Games {
public:
  Games(const RunOptions& options, const Watching& watching) noexcept : options_{options}, watching_{watching} {}

  void play(std::uint64_t round_trips) {
    const Game game = play_pingpong(options_, round_trips, watching_);
    verified_ += game.verified;
    times_.push_back(game.nanoseconds_per_message());
  }
  [[nodiscard]] double median() const { return summarize(times_).median; }
  [[nodiscard]] std::uint64_t verified() const noexcept { return verified_; }

private:
  const RunOptions& options_;
  Watching watching_;
  std::vector<double> times_;
  std::uint64_t verified_ = 0;
};

}  // namespace

Outcome run_telemetry(const RunOptions& options) {
  Games off{options, {}};
  Games on{options, {.telemetry = Telemetry{}}};
  Games heard{options, {.telemetry = Telemetry{}, .listens = true}};

  for (int round = 0; round < rounds; ++round) {
    off.play(options.shrunk(500'000));
    on.play(options.shrunk(500'000));
    heard.play(options.shrunk(100'000));
  }

  return {.verified = off.verified() + on.verified() + heard.verified(),
          .samples = {{off.median(), "ns/message", "off"},
                      {on.median(), "ns/message", "on"},
                      {heard.median(), "ns/message", "heard"},
                      {on.median() / off.median(), "x", "on_over_off"}}};
}

}  // namespace sluice::bench
