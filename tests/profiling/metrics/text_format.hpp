// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::prometheus_test {

struct Series {
  std::string name;
  std::map<std::string, std::string> labels;
  double value = 0;
};

struct Family {
  std::string name;
  std::string type;
  std::vector<Series> series;
};

/// Reads the text format 0.0.4, and takes nothing that a scraper might not: `error` says what is wrong with the text.
struct TextFormat {
  explicit TextFormat(std::string_view text);

  [[nodiscard]] const Family* family(std::string_view name) const;
  /// The value of the series with this label, or the only one if no label is given; nothing if there is none.
  [[nodiscard]] std::optional<double> value(std::string_view name, std::string_view label = {},
                                            std::string_view is = {}) const;

  std::vector<Family> families;
  std::string error;
};

}  // namespace sluice::prometheus_test
