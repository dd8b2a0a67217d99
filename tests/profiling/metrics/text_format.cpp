// SPDX-License-Identifier: BSL-1.0
#include "text_format.hpp"

#include <cctype>
#include <charconv>
#include <limits>
#include <set>

namespace sluice::prometheus_test {
namespace {

bool is_name(std::string_view text) {
  if (text.empty() || std::isdigit(static_cast<unsigned char>(text[0])) != 0) {
    return false;
  }
  for (const char each : text) {
    if (std::isalnum(static_cast<unsigned char>(each)) == 0 && each != '_' && each != ':') {
      return false;
    }
  }
  return true;
}

std::string_view take_until(std::string_view& text, std::string_view ends) {
  const std::string_view taken = text.substr(0, text.find_first_of(ends));
  text.remove_prefix(taken.size());
  return taken;
}

bool take(std::string_view& text, std::string_view what) {
  const bool is_there = text.starts_with(what);
  text.remove_prefix(is_there ? what.size() : 0);
  return is_there;
}

std::optional<double> number(std::string_view text) {
  if (text == "+Inf") {
    return std::numeric_limits<double>::infinity();
  }
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional{value} : std::nullopt;
}

/// A value in quotes, unescaped.
std::optional<std::string> quoted(std::string_view& text) {
  std::string value;
  if (!take(text, "\"")) {
    return std::nullopt;
  }
  while (!text.empty() && text[0] != '"') {
    if (take(text, "\\\\")) {
      value += '\\';
    } else if (take(text, "\\\"")) {
      value += '"';
    } else if (take(text, "\\n")) {
      value += '\n';
    } else if (text[0] == '\\') {
      return std::nullopt;
    } else {
      value += text[0];
      text.remove_prefix(1);
    }
  }
  return take(text, "\"") ? std::optional{value} : std::nullopt;
}

std::optional<Series> series_in(std::string_view line) {
  Series series;
  series.name = take_until(line, "{ ");
  if (take(line, "{")) {
    do {
      const std::string name{take_until(line, "=")};
      take(line, "=");
      const std::optional<std::string> value = quoted(line);
      if (!is_name(name) || !value || !series.labels.emplace(name, *value).second) {
        return std::nullopt;
      }
    } while (take(line, ","));
    if (!take(line, "}")) {
      return std::nullopt;
    }
  }
  const std::optional<double> value = take(line, " ") ? number(line) : std::nullopt;
  if (!is_name(series.name) || !value) {
    return std::nullopt;
  }
  series.value = *value;
  return series;
}

/// The name that a series has in a family of that type.
bool belongs(const Family& family, const Series& series) {
  if (family.type != "histogram") {
    return series.name == family.name;
  }
  const bool is_bucket = series.name == family.name + "_bucket";
  return is_bucket == series.labels.contains("le") &&
         (is_bucket || series.name == family.name + "_sum" || series.name == family.name + "_count");
}

/// Buckets in order, growing, the last one infinite and as large as the count.
std::string check_histograms(const Family& family) {
  double limit = -1;
  double below = 0;
  double infinite = -1;
  for (const Series& each : family.series) {
    if (each.labels.contains("le")) {
      const std::optional<double> next = number(each.labels.at("le"));
      if (!next || *next <= limit || each.value < below) {
        return family.name + ": buckets are out of order";
      }
      limit = *next;
      below = infinite = each.value;
    } else if (each.name.ends_with("_count")) {
      if (limit != std::numeric_limits<double>::infinity() || each.value != infinite) {
        return family.name + ": the count is not that of the last bucket";
      }
      limit = -1;
      below = 0;
    }
  }
  return limit == -1 ? "" : family.name + ": no count";
}

std::string check(const Family& family) {
  static const std::set<std::string> types{"counter", "gauge", "histogram"};
  if (!types.contains(family.type)) {
    return family.name + ": an unknown type";
  }
  if ((family.type == "counter") != family.name.ends_with("_total")) {
    return family.name + ": counters, and they only, end in _total";
  }
  std::set<std::pair<std::string, std::map<std::string, std::string>>> seen;
  for (const Series& each : family.series) {
    if (!belongs(family, each)) {
      return family.name + ": a foreign series, " + each.name;
    }
    if (!seen.emplace(each.name, each.labels).second) {
      return family.name + ": a series comes twice";
    }
  }
  return family.type == "histogram" ? check_histograms(family) : "";
}

}  // namespace

TextFormat::TextFormat(std::string_view text) {
  std::set<std::string> names;
  std::string helped;
  if (!text.empty() && text.back() != '\n') {
    error = "the last line has no end";
  }
  while (!text.empty() && error.empty()) {
    std::string_view line = take_until(text, "\n");
    const std::string whole{line};
    take(text, "\n");
    if (take(line, "# HELP ")) {
      helped = take_until(line, " ");
      error = names.insert(helped).second ? "" : "a family comes twice: " + helped;
    } else if (take(line, "# TYPE ")) {
      const std::string name{take_until(line, " ")};
      take(line, " ");
      families.push_back({name, std::string{line}, {}});
      error = name == helped ? "" : "a type without its help: " + name;
    } else if (const std::optional<Series> series = series_in(line); series && !families.empty()) {
      families.back().series.push_back(*series);
    } else {
      error = "not a line of the format: " + whole;
    }
  }
  for (const Family& each : families) {
    error = error.empty() ? check(each) : error;
  }
}

const Family* TextFormat::family(std::string_view name) const {
  for (const Family& each : families) {
    if (each.name == name) {
      return &each;
    }
  }
  return nullptr;
}

std::optional<double> TextFormat::value(std::string_view name, std::string_view label, std::string_view is) const {
  for (const Family& each : families) {
    for (const Series& series : each.series) {
      const auto found = series.labels.find(std::string{label});
      if (series.name == name && (label.empty() || (found != series.labels.end() && found->second == is))) {
        return series.value;
      }
    }
  }
  return std::nullopt;
}

}  // namespace sluice::prometheus_test
