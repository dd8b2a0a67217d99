// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/decimal.hpp>
#include <string_view>

namespace sluice_test {

/// What happened, as words with a space between: a test compares the whole of it with one text.
class TraceText {
public:
  TraceText() = default;
  TraceText(const TraceText&) = delete;
  TraceText& operator=(const TraceText&) = delete;

  /// A word made of `parts`: texts and numbers.
  template <class... Parts>
  void add(const Parts&... parts) noexcept {
    if (size_ > 0) {
      put(" ");
    }
    (put(parts), ...);
  }

  /// What happened since the last call. Valid until the next word.
  [[nodiscard]] std::string_view take() noexcept {
    const std::uint32_t size = size_;
    size_ = 0;
    return {text_, size};
  }

private:
  void put(std::string_view part) noexcept {
    sluice::engine::check(size_ + part.size() <= sizeof(text_), "a trace is long enough for its test");
    for (const char character : part) {
      text_[size_++] = character;
    }
  }
  void put(std::uint32_t number) noexcept { put(sluice::engine::Decimal{number}.text()); }

  char text_[160];
  std::uint32_t size_ = 0;
};

}  // namespace sluice_test
