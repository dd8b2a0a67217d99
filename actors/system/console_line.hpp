// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <sluice/config.hpp>
#include <sluice/engine/platform.hpp>
#include <string_view>

namespace sluice::inline SLUICE_ABI {

/// One line for a person, written in one piece when it is complete, so that those of several threads do not mix. What does
/// not fit is cut off.
class ConsoleLine {
public:
  ConsoleLine() noexcept { *this << "sluice: "; }
  ~ConsoleLine() {
    text_[end_++] = '\n';
    engine::platform::write({text_, end_});
  }
  ConsoleLine(const ConsoleLine&) = delete;
  ConsoleLine& operator=(const ConsoleLine&) = delete;

  ConsoleLine& operator<<(std::string_view part) noexcept {
    part = part.substr(0, capacity - 1 - end_);  // one for the end of the line
    part.copy(text_ + end_, part.size());
    end_ += part.size();
    return *this;
  }

private:
  static constexpr std::size_t capacity = 240;
  char text_[capacity];
  std::size_t end_ = 0;
};

}  // namespace sluice::inline SLUICE_ABI
