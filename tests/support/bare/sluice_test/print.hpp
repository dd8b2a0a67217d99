// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace sluice_test {

void print_text(std::string_view text) noexcept;
void print_number(bool is_negative, std::uint64_t magnitude) noexcept;
void print_address(const volatile void* address) noexcept;

/// Shows a value of any type, as well as it can.
template <class T>
void print(const T& value) noexcept {
  if constexpr (std::same_as<T, bool>) {
    print_text(value ? "true" : "false");
  } else if constexpr (std::same_as<T, char>) {
    print_text({&value, 1});
  } else if constexpr (std::integral<T>) {
    const auto magnitude = static_cast<std::uint64_t>(value);
    print_number(value < 0, value < 0 ? 0 - magnitude : magnitude);
  } else if constexpr (std::is_enum_v<T>) {
    print(static_cast<std::underlying_type_t<T>>(value));
  } else if constexpr (std::same_as<T, std::nullptr_t>) {
    print_text("nullptr");
  } else if constexpr (std::convertible_to<const T&, const char*>) {
    const char* const text = value;
    print_text(text == nullptr ? "nullptr" : text);
  } else if constexpr (std::convertible_to<const T&, std::string_view>) {
    print_text(value);
  } else if constexpr (std::is_pointer_v<T> && std::is_object_v<std::remove_pointer_t<T>>) {
    print_address(value);
  } else {
    print_text("an object of ");
    print_number(false, sizeof(T));
    print_text(" bytes");
  }
}

}  // namespace sluice_test
