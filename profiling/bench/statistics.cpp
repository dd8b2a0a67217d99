// SPDX-License-Identifier: BSL-1.0
#include <sluice/profiling/bench/statistics.hpp>

#include <algorithm>
#include <cstddef>

namespace sluice::bench {

Summary summarize(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  const bool is_odd = values.size() % 2 == 1;
  return {
      .median = is_odd ? values[middle] : (values[middle - 1] + values[middle]) / 2,
      .min = values.front(),
      .max = values.back(),
      .runs = static_cast<std::uint32_t>(values.size()),
  };
}

double percentile(std::vector<double> values, std::uint32_t per_cent) {
  std::sort(values.begin(), values.end());
  const std::size_t rank = (values.size() * per_cent + 99) / 100;  // rounded up, counted from 1
  return values[rank == 0 ? 0 : rank - 1];
}

}  // namespace sluice::bench
