// SPDX-License-Identifier: BSL-1.0
#include <cstdio>
#include <sluice/profiling/chrome/json_writer.hpp>

namespace sluice::inline SLUICE_ABI::recorder {

JsonWriter& JsonWriter::begin(char phase, Track track, std::int64_t nanoseconds) {
  char line[128];
  // The format counts in microseconds.
  std::snprintf(line, sizeof line, "{\"ph\":\"%c\",\"pid\":%u,\"tid\":%u,\"ts\":%lld.%03lld", phase, track.process,
                track.thread, static_cast<long long>(nanoseconds / 1000), static_cast<long long>(nanoseconds % 1000));
  text_ += line;
  return *this;
}

void JsonWriter::quote(std::string_view value) {
  text_ += '"';
  for (const char letter : value) {
    if (letter == '"' || letter == '\\') {
      text_ += '\\';
    }
    text_ += static_cast<unsigned char>(letter) < ' ' ? ' ' : letter;
  }
  text_ += '"';
}

void JsonWriter::key(std::string_view name) {
  text_ += ',';
  quote(name);
  text_ += ':';
}

JsonWriter& JsonWriter::text(std::string_view name, std::string_view value) {
  key(name);
  quote(value);
  return *this;
}

JsonWriter& JsonWriter::number(std::string_view name, std::int64_t value) {
  key(name);
  text_ += std::to_string(value);
  return *this;
}

JsonWriter& JsonWriter::argument(std::string_view name, std::int64_t value) {
  text_ += ",\"args\":{";
  quote(name);
  text_ += ':' + std::to_string(value) + '}';
  return *this;
}

JsonWriter& JsonWriter::argument(std::string_view name, std::string_view value) {
  text_ += ",\"args\":{";
  quote(name);
  text_ += ':';
  quote(value);
  text_ += '}';
  return *this;
}

}  // namespace sluice::inline SLUICE_ABI::recorder
