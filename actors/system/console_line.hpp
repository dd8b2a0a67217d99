// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <sluice/actors/system/text.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/platform.hpp>
#include <string_view>

namespace sluice::inline SLUICE_ABI {

/// One line for a person, written in one piece when it is complete, so that those of several threads do not mix. What does
/// not fit is cut off.
class ConsoleLine {
public:
  ConsoleLine() noexcept { line_.append("sluice: "); }
  ~ConsoleLine() {
    const std::size_t size = line_.text().size();
    text_[size] = '\n';
    engine::platform::write({text_, size + 1});
  }
  ConsoleLine(const ConsoleLine&) = delete;
  ConsoleLine& operator=(const ConsoleLine&) = delete;

  ConsoleLine& operator<<(std::string_view part) noexcept {
    line_.append(part);
    return *this;
  }

private:
  static constexpr std::size_t capacity = 240;
  char text_[capacity];
  TextWriter line_{text_, capacity - 1};  ///< one character is left for the end of the line
};

}  // namespace sluice::inline SLUICE_ABI
