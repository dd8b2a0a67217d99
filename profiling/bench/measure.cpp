// SPDX-License-Identifier: BSL-1.0
#include <sluice/profiling/bench/measure.hpp>

#include <sluice/profiling/bench/selection.hpp>
#include <sluice/profiling/bench/verify.hpp>

#include <cstddef>
#include <optional>
#include <string>

namespace sluice::bench {

namespace {

/// All runs of one figure.
struct Series {
  std::string_view figure;
  std::string_view unit;
  std::vector<double> values;
};

/// Runs one workload again and again and keeps what its figures were.
class Recorder {
public:
  Recorder(const Workload& workload, const RunOptions& options) : workload_(workload), options_(options) {}

  void warm_up() { (void)run_verified(); }

  void run() {
    const Outcome outcome = run_verified();
    if (series_.empty()) {
      for (const Sample& sample : outcome.samples) {
        series_.push_back({sample.figure, sample.unit, {}});
      }
    }
    verify_equal(std::string(workload_.name) + ": number of figures", series_.size(), outcome.samples.size());
    for (std::size_t i = 0; i < series_.size(); ++i) {
      series_[i].values.push_back(outcome.samples[i].value);
    }
  }

  [[nodiscard]] const std::vector<Series>& series() const noexcept { return series_; }

private:
  // A workload that checks nothing may have done nothing.
  Outcome run_verified() {
    Outcome outcome = workload_.run(options_);
    if (outcome.verified == 0) {
      fail(std::string(workload_.name) + " has not verified its work");
    }
    return outcome;
  }

  const Workload& workload_;
  RunOptions options_;
  std::vector<Series> series_;
};

/// The floor's figure of the same name, or its only one; never one of another unit, which would be no floor.
std::optional<double> floor_of(const Series& series, const std::vector<Series>& floors) {
  for (const Series& floor : floors) {
    const bool is_only_one = floors.size() == 1 && floor.figure.empty();
    if ((floor.figure == series.figure || is_only_one) && floor.unit == series.unit) {
      return summarize(floor.values).median;
    }
  }
  return std::nullopt;
}

std::optional<Recorder> recorder_of_floor(const Workload& workload, const RunOptions& options) {
  if (workload.floor.workload == nullptr) {
    return std::nullopt;
  }
  return Recorder(*workload.floor.workload, choose_floor_run(workload, options));
}

}  // namespace

std::vector<Report> measure(const Workload& workload, const RunOptions& options, std::uint32_t runs,
                            const Progress& progress) {
  Recorder recorder(workload, options);
  std::optional<Recorder> floor = recorder_of_floor(workload, options);

  if (workload.warms_up) {
    progress("warm-up");
    if (floor) {
      floor->warm_up();
    }
    recorder.warm_up();
  }
  for (std::uint32_t run = 1; run <= runs; ++run) {
    progress("run " + std::to_string(run) + "/" + std::to_string(runs));
    if (floor) {
      floor->run();
    }
    recorder.run();
  }

  std::vector<Report> reports;
  for (const Series& series : recorder.series()) {
    reports.push_back({.workload = workload.name,
                       .figure = series.figure,
                       .workers = options.workers,
                       .executor = options.executor,
                       .summary = summarize(series.values),
                       .unit = series.unit,
                       .floor = floor ? floor_of(series, floor->series()) : std::nullopt});
  }
  return reports;
}

}  // namespace sluice::bench
