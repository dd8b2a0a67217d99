// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <vector>

namespace sluice::bench {

/// What is reported of several runs. Machines are noisy, so the middle counts and the ends show the noise.
struct Summary {
  double median = 0;
  double min = 0;
  double max = 0;
  std::uint32_t runs = 0;
};

/// Median (of an even number of values: the mean of the middle two), min and max of `values`, which is not empty.
[[nodiscard]] Summary summarize(std::vector<double> values);

/// The least of `values`, which is not empty, that `per_cent` of them do not exceed.
[[nodiscard]] double percentile(std::vector<double> values, std::uint32_t per_cent);

}  // namespace sluice::bench
