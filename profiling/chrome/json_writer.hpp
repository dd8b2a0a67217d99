// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <string>
#include <string_view>

namespace sluice::inline SLUICE_ABI::recorder {

/// A row of the viewer: workers are the threads of one process, actors those of another.
struct Track {
  std::uint32_t process = 0;
  std::uint32_t thread = 0;
};

/// One event of Chrome's format after the other.
class JsonWriter {
public:
  /// Begins an event; `phase` is one of the format's letters.
  JsonWriter& begin(char phase, Track track, std::int64_t nanoseconds);
  JsonWriter& text(std::string_view key, std::string_view value);
  JsonWriter& number(std::string_view key, std::int64_t value);
  JsonWriter& argument(std::string_view key, std::int64_t value);
  JsonWriter& argument(std::string_view key, std::string_view value);
  void end() { text_ += "},\n"; }
  void append(std::string_view events) { text_ += events; }

  [[nodiscard]] const std::string& written() const noexcept { return text_; }

private:
  void quote(std::string_view value);
  void key(std::string_view name);

  std::string text_;
};

}  // namespace sluice::inline SLUICE_ABI::recorder
