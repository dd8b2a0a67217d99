// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <sluice/actors/telemetry/log2_histogram.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>
#include <string>
#include <string_view>

namespace sluice::inline SLUICE_ABI::prometheus {

/// A name that tells one series of a family from another.
struct Label {
  std::string_view name;
  std::string_view value;  ///< anything; it is escaped
};
using Labels = std::initializer_list<Label>;

/// Writes families in the text format, one after the other.
class Exposition {
public:
  explicit Exposition(std::string& text) noexcept : text_{text} {}

  /// Begins the family `name`, of which all series follow; each family once. That of a counter ends in `_total`.
  void family(std::string_view name, std::string_view type, std::string_view help);

  void value(Labels labels, std::uint64_t value);
  /// In seconds.
  void value(Labels labels, Duration value);
  /// All the series of one histogram, in seconds.
  void histogram(Labels labels, const HistogramSnapshot& histogram);

private:
  void series(std::string_view suffix, Labels labels, std::string_view limit = {});
  void escaped(std::string_view text);

  std::string& text_;
  std::string_view family_;
};

/// A decimal fraction that is exact, and as short as that can be.
[[nodiscard]] std::string in_seconds(Duration duration);

}  // namespace sluice::inline SLUICE_ABI::prometheus
