// SPDX-License-Identifier: BSL-1.0
// sluice-models: explores the scenarios, or repeats one execution.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <sluice/engine/assert.hpp>
#include <sluice_model/crash.hpp>
#include <sluice_model/scenarios.hpp>
#include <string_view>
#include <vector>

namespace {

using namespace sluice::model;

constexpr const char* usage =
    "usage: sluice-models [OPTION...] [NAME...]\n"
    "NAME is a scenario or the beginning of some names. Without one, all are explored.\n"
    "  --list           name the scenarios and what holds in them\n"
    "  --bound N        preemptions of one execution (2)\n"
    "  --stale N        stale reads of one execution (2)\n"
    "  --executions N   stop a scenario after so many\n"
    "  --random N       draw N executions instead of walking through all, without bounds\n"
    "  --seed S         of the first one that is drawn (1)\n"
    "  --replay PATH    repeat the execution of the one scenario that a failure printed\n"
    "  --reference      measure the explorer on the bare handshake\n"
    "  --brief          one line per scenario, no traces\n";

struct Options {
  Search search;
  bool list = false;
  bool brief = false;
  const char* replay = nullptr;
  std::vector<std::string_view> names;
};

[[noreturn]] void fail_usage(const char* what, std::string_view word) {
  std::fprintf(stderr, "sluice-models: %s: %.*s\n%s", what, static_cast<int>(word.size()), word.data(), usage);
  std::exit(2);
}

/// The words of the command line, one after the other.
class Words {
public:
  Words(int count, char** words) : next_{words + 1}, end_{words + count} {}

  [[nodiscard]] const char* take() { return next_ == end_ ? nullptr : *next_++; }
  [[nodiscard]] const char* argument(std::string_view option) {
    const char* const word = take();
    return word != nullptr ? word : (fail_usage("something is missing behind", option), nullptr);
  }
  [[nodiscard]] std::uint64_t number(std::string_view option) {
    const char* const word = argument(option);
    char* end = nullptr;
    const std::uint64_t value = std::strtoull(word, &end, 10);
    if (end == word || *end != '\0') {
      fail_usage("this is not a number", word);
    }
    return value;
  }

private:
  char** next_;
  char** end_;
};

Options parse(Words words) {
  Options options;
  Search& search = options.search;
  while (const char* const text = words.take()) {
    const std::string_view word = text;
    if (word == "--bound") {
      search.bounds.preemptions = static_cast<std::uint32_t>(words.number(word));
    } else if (word == "--stale") {
      search.bounds.stale_reads = static_cast<std::uint32_t>(words.number(word));
    } else if (word == "--executions") {
      search.executions = words.number(word);
    } else if (word == "--random") {
      search = {.bounds = unbounded, .random = true, .seed = search.seed, .executions = words.number(word)};
    } else if (word == "--seed") {
      search.seed = words.number(word);
    } else if (word == "--replay") {
      options.replay = words.argument(word);
    } else if (word == "--reference") {
      options.names.push_back("handshake.reference");
      search.bounds.preemptions = 4;
    } else if (word == "--list") {
      options.list = true;
    } else if (word == "--brief") {
      options.brief = true;
    } else if (word.starts_with("--")) {
      fail_usage("unknown option", word);
    } else {
      options.names.push_back(word);
    }
  }
  return options;
}

std::vector<NamedScenario> selected(const Options& options) {
  std::vector<NamedScenario> all;
  for (const auto scenarios :
       {queue_scenarios(),        mailbox_scenarios(),      closing_scenarios(),       blocking_scenarios(),
        system_scenarios(),       block_scenarios(),        lifetime_scenarios(),      cell_scenarios(),
        guarded_cell_scenarios(), waker_scenarios(),        ring_scenarios(),          ordered_scenarios(),
        wait_scenarios(),         channel_scenarios(),      offer_scenarios(),         poll_scenarios(),
        timer_scenarios(),        run_queue_scenarios(),    timed_scenarios(),         lane_scenarios(),
        rejection_scenarios(),    dispatcher_scenarios(),   mailbox_offer_scenarios(), roster_scenarios(),
        injection_scenarios(),    scheduler_scenarios(),    shutdown_scenarios(),      timer_driver_scenarios(),
        event_scenarios(),        event_buffer_scenarios(), actor_scenarios(),         actor_timer_scenarios(),
        telemetry_scenarios(),    supervision_scenarios(),  recorder_scenarios()}) {
    for (const NamedScenario& scenario : scenarios) {
      bool wanted = options.names.empty();
      for (const std::string_view name : options.names) {
        wanted = wanted || std::string_view{scenario.name}.starts_with(name);
      }
      if (wanted) {
        all.push_back(scenario);
      }
    }
  }
  return all;
}

/// A broken promise of the engine ends the execution, not the program.
void report_assert(const sluice::engine::AssertFailure& failure) noexcept {
  if (Execution* const execution = Execution::current()) {
    execution->fail(std::string{"broken promise: "} + failure.promise);
  }
}

void print_failure(const NamedScenario& scenario, const Findings& findings, const Options& options) {
  std::printf("%-34s %10llu executions  FAILS: %s\n", scenario.name,
              static_cast<unsigned long long>(findings.executions), findings.failure.c_str());
  if (options.brief) {
    return;
  }
  constexpr std::size_t shown = 200;  // a livelock's trace is long and says the same again and again
  const std::size_t left_out = findings.trace.size() > shown ? findings.trace.size() - shown : 0;
  if (left_out > 0) {
    std::printf("    (%zu lines left out)\n", left_out);
  }
  for (std::size_t i = left_out; i < findings.trace.size(); ++i) {
    std::printf("    %s\n", findings.trace[i].c_str());
  }
  const Bounds& bounds = options.search.bounds;
  std::printf("  again: sluice-models --bound %u --stale %u %s --replay %s\n", bounds.preemptions, bounds.stale_reads,
              scenario.name, findings.replay.c_str());
  if (options.search.random) {
    std::printf("  or:    sluice-models --random 1 --seed %llu %s\n", static_cast<unsigned long long>(findings.seed),
                scenario.name);
  }
}

/// Counts what all scenarios took, in processor time: the machine may be shared.
class Report {
public:
  explicit Report(const Options& options) : options_{options} {}

  void explore_one(const NamedScenario& scenario) {
    const std::clock_t start = std::clock();
    const Search& search = options_.search;
    const Findings findings = options_.replay != nullptr ? replay(scenario.make, search.bounds, options_.replay)
                                                         : explore(scenario.make, search);
    const double took = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    ++scenarios_;
    executions_ += findings.executions;
    seconds_ += took;
    if (findings.failure.empty()) {
      std::printf("%-34s %10llu executions %8.2f s  holds\n", scenario.name,
                  static_cast<unsigned long long>(findings.executions), took);
    } else {
      ++failed_;
      print_failure(scenario, findings, options_);
    }
    std::fflush(stdout);
  }

  [[nodiscard]] bool finish() const {
    std::printf("%u scenarios, %llu executions in %.1f s, %.0f/s\n", scenarios_,
                static_cast<unsigned long long>(executions_), seconds_, static_cast<double>(executions_) / seconds_);
    std::printf("%u passed, %u failed\n", scenarios_ - failed_, failed_);
    return failed_ == 0;
  }

private:
  const Options& options_;
  std::uint32_t scenarios_ = 0;
  std::uint32_t failed_ = 0;
  std::uint64_t executions_ = 0;
  double seconds_ = 0;
};

}  // namespace

int main(int count, char** words) {
  const Options options = parse(Words{count, words});
  const std::vector<NamedScenario> scenarios = selected(options);
  if (scenarios.empty()) {
    fail_usage("no scenario has such a name; --list shows them", options.names.front());
  }
  if (options.replay != nullptr && scenarios.size() != 1) {
    fail_usage("a path belongs to one scenario; name it", options.replay);
  }
  if (options.list) {
    for (const NamedScenario& scenario : scenarios) {
      std::printf("%-34s %s\n", scenario.name, scenario.claim);
    }
    return 0;
  }
  sluice::engine::set_assert_handler(&report_assert);
  report_crashes();
  Report report{options};
  for (const NamedScenario& scenario : scenarios) {
    report.explore_one(scenario);
  }
  return report.finish() ? 0 : 1;
}
