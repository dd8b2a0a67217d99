// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstring>
#include <sluice/config.hpp>
#include <string_view>

namespace sluice::inline SLUICE_ABI {

/// Puts texts one behind the other into somebody's memory; what does not fit is cut off. The functions of `string_view`
/// that do the same may throw, and so do not link on bare metal.
class TextWriter {
public:
  constexpr TextWriter(char* text, std::size_t capacity) noexcept : text_{text}, capacity_{capacity} {}

  void append(std::string_view part) noexcept {
    const std::size_t room = capacity_ - size_;
    const std::size_t size = part.size() < room ? part.size() : room;
    if (size != 0) {    // an empty text may be nowhere, and memcpy does not take that
      if (size != 0) {  // nothing may be nowhere
        std::memcpy(text_ + size_, part.data(), size);
      }
      size_ += size;
    }
  }
  [[nodiscard]] std::string_view text() const noexcept { return {text_, size_}; }

private:
  char* text_;
  std::size_t capacity_;
  std::size_t size_ = 0;
};

}  // namespace sluice::inline SLUICE_ABI
