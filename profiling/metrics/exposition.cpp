// SPDX-License-Identifier: BSL-1.0
#include <sluice/profiling/metrics/exposition.hpp>

namespace sluice::inline SLUICE_ABI::prometheus {

std::string in_seconds(Duration duration) {
  constexpr std::int64_t one = 1'000'000'000;
  std::string text = std::to_string(duration.count() / one);
  std::string fraction = std::to_string(one + duration.count() % one);
  fraction[0] = '.';  // it was there for the zeros behind it
  fraction.erase(fraction.find_last_not_of('0') + 1);
  if (fraction.size() > 1) {
    text += fraction;
  }
  return text;
}

void Exposition::family(std::string_view name, std::string_view type, std::string_view help) {
  family_ = name;
  text_.append("# HELP ").append(name).append(" ").append(help).append("\n");
  text_.append("# TYPE ").append(name).append(" ").append(type).append("\n");
}

void Exposition::value(Labels labels, std::uint64_t value) {
  series({}, labels);
  text_.append(std::to_string(value)).append("\n");
}

void Exposition::value(Labels labels, Duration value) {
  series({}, labels);
  text_.append(in_seconds(value)).append("\n");
}

void Exposition::histogram(Labels labels, const HistogramSnapshot& histogram) {
  std::uint64_t below = 0;
  for (std::size_t i = 0; i < HistogramSnapshot::buckets; ++i) {
    const bool is_last = i + 1 == HistogramSnapshot::buckets;
    below += histogram.in[i];
    series("_bucket", labels, is_last ? "+Inf" : in_seconds(HistogramSnapshot::limit(i)));
    text_.append(std::to_string(below)).append("\n");
  }
  series("_sum", labels);
  text_.append(in_seconds(histogram.sum)).append("\n");
  series("_count", labels);
  text_.append(std::to_string(below)).append("\n");
}

/// Up to the value; `limit` is that of a bucket, if it is one.
void Exposition::series(std::string_view suffix, Labels labels, std::string_view limit) {
  text_.append(family_).append(suffix);
  char before = '{';
  const auto label = [&](std::string_view name, std::string_view value) {
    text_.append(1, before).append(name).append("=\"");
    escaped(value);
    text_.append("\"");
    before = ',';
  };
  for (const Label& each : labels) {
    label(each.name, each.value);
  }
  if (!limit.empty()) {
    label("le", limit);
  }
  text_.append(before == ',' ? "} " : " ");
}

void Exposition::escaped(std::string_view text) {
  for (const char character : text) {
    switch (character) {
      case '\\': text_.append("\\\\"); break;
      case '"': text_.append("\\\""); break;
      case '\n': text_.append("\\n"); break;
      default: text_.append(1, character);
    }
  }
}

}  // namespace sluice::inline SLUICE_ABI::prometheus
