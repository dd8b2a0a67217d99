// SPDX-License-Identifier: BSL-1.0
#include <sluice/profiling/bench/report.hpp>

#include <array>
#include <charconv>
#include <cmath>

namespace sluice::bench {

namespace {

std::string json_number(double value) { return std::isfinite(value) ? number_text(value) : "null"; }

}  // namespace

std::string number_text(double value) {
  const double size = std::fabs(value);
  int digits = size >= 10 ? 1 : size >= 1 ? 2 : 3;
  for (double least = 0.1; digits < 6 && size > 0 && size < least; least /= 10) {
    ++digits;
  }

  // to_chars, because printf and streams write a decimal comma in some locales. The longest double in fixed
  // notation has 309 digits before the point.
  std::array<char, 400> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, digits);
  return {text.data(), end.ptr};
}

std::string json_string(std::string_view text) {
  constexpr std::string_view hex = "0123456789abcdef";
  std::string quoted = "\"";
  for (const char character : text) {
    const auto code = static_cast<unsigned char>(character);
    if (character == '"' || character == '\\') {
      quoted += '\\';
      quoted += character;
    } else if (code < 0x20) {
      quoted += "\\u00";
      quoted += hex[code >> 4];
      quoted += hex[code & 0xf];
    } else {
      quoted += character;
    }
  }
  return quoted += '"';
}

std::string human_line(const Report& report) {
  std::string line(report.workload);
  if (!report.figure.empty()) {
    line.append("/").append(report.figure);
  }
  line.append(" ").append(std::to_string(report.workers));
  line.append(" ").append(name_of(report.executor));
  line.append(" ").append(number_text(report.summary.median));
  line.append(" ").append(report.unit);
  line.append(" (").append(number_text(report.summary.min));
  line.append("..").append(number_text(report.summary.max));
  line.append(", ").append(report.floor ? number_text(*report.floor) : "-");
  return line += ')';
}

std::string json_line(const Report& report) {
  std::string line = "{\"workload\":" + json_string(report.workload);
  if (!report.figure.empty()) {
    line += ",\"figure\":" + json_string(report.figure);
  }
  line += ",\"workers\":" + std::to_string(report.workers);
  line += ",\"executor\":" + json_string(name_of(report.executor));
  line += ",\"median\":" + json_number(report.summary.median);
  line += ",\"min\":" + json_number(report.summary.min);
  line += ",\"max\":" + json_number(report.summary.max);
  line += ",\"unit\":" + json_string(report.unit);
  line += ",\"floor\":" + (report.floor ? json_number(*report.floor) : "null");
  line += ",\"runs\":" + std::to_string(report.summary.runs);
  return line += '}';
}

}  // namespace sluice::bench
