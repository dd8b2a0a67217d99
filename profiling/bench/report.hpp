// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/profiling/bench/executor.hpp>
#include <sluice/profiling/bench/statistics.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sluice::bench {

/// One line of output: one figure over all runs.
struct Report {
  std::string_view workload;
  std::string_view figure;  ///< empty if it is the workload's only one
  std::uint32_t workers = 1;
  Executor executor = Executor::manual;
  Summary summary;
  std::string_view unit;
  std::optional<double> floor;
};

/// `workload workers executor median unit (min..max, floor)`, without a line end. A named figure follows its workload
/// after a slash, so that the columns stay; a missing floor is `-`.
[[nodiscard]] std::string human_line(const Report& report);

/// The same as one JSON object. A missing floor, and a value that is no number, is `null`.
[[nodiscard]] std::string json_line(const Report& report);

/// At least three digits that count and at least one after the point, but at most six there: 0.00123, 1.23, 12.3, 1234.5.
[[nodiscard]] std::string number_text(double value);

/// `text` in quotes, as JSON wants it.
[[nodiscard]] std::string json_string(std::string_view text);

}  // namespace sluice::bench
