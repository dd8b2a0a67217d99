// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <sluice/config.hpp>
#include <string_view>

namespace sluice::inline SLUICE_ABI {

/// What goes with a message without being part of it, such as the number of a request: at most `capacity` named numbers.
/// The names live as long as the program.
class MessageHeaders {
public:
  static constexpr std::size_t capacity = 4;

  constexpr MessageHeaders() noexcept = default;

  /// Sets `name` to `value`; false, and nothing changes, if there is no room for one more.
  constexpr bool set(std::string_view name, std::uint64_t value) noexcept {
    for (std::size_t i = 0; i < size_; ++i) {
      if (entries_[i].name == name) {
        entries_[i].value = value;
        return true;
      }
    }
    if (size_ == capacity) {
      return false;
    }
    entries_[size_++] = {name, value};
    return true;
  }
  /// The same, as part of an expression: `MessageHeaders{}.with("request", 17)`.
  [[nodiscard]] constexpr MessageHeaders with(std::string_view name, std::uint64_t value) const noexcept {
    MessageHeaders copy = *this;
    (void)copy.set(name, value);
    return copy;
  }

  /// Nothing if nobody set it.
  [[nodiscard]] constexpr std::optional<std::uint64_t> get(std::string_view name) const noexcept {
    for (std::size_t i = 0; i < size_; ++i) {
      if (entries_[i].name == name) {
        return entries_[i].value;
      }
    }
    return std::nullopt;
  }
  [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }

private:
  struct Entry {
    std::string_view name;
    std::uint64_t value = 0;
  };

  std::array<Entry, capacity> entries_{};
  std::size_t size_ = 0;
};

}  // namespace sluice::inline SLUICE_ABI
