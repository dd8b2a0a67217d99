// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <initializer_list>

namespace sluice_test {

/// What a test has seen, in order; of what does not fit it knows the number.
class Trail {
public:
  static constexpr std::size_t capacity = 24;

  void add(int step) noexcept {
    if (count_ < capacity) {
      steps_[count_] = step;
    }
    ++count_;
  }

  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  [[nodiscard]] bool is(std::initializer_list<int> wanted) const noexcept {
    bool same = count_ == wanted.size() && count_ <= capacity;
    std::size_t at = 0;
    for (const int step : wanted) {
      same = same && steps_[at++] == step;
    }
    return same;
  }

private:
  int steps_[capacity]{};
  std::size_t count_ = 0;
};

}  // namespace sluice_test
