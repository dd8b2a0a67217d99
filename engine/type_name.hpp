// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <sluice/config.hpp>
#include <string_view>

namespace sluice::inline SLUICE_ABI::engine {

/// Not part of the API: how the compiler spells a type, cut out of how it spells this function.
template <class T>
consteval std::string_view spelled_type() noexcept {
  constexpr std::string_view spelling = __PRETTY_FUNCTION__;
  constexpr std::string_view before = "T = ";
  constexpr std::size_t first = spelling.find(before) + before.size();
  constexpr std::size_t last = spelling.find_first_of(";]", first);  // GCC adds other parameters after a semicolon
  return spelling.substr(first, last - first);
}

/// Not part of the API: the spelling with a zero behind it, for C interfaces.
template <class T>
struct StoredTypeName {
  consteval StoredTypeName() noexcept {
    const std::string_view name = spelled_type<T>();
    for (std::size_t i = 0; i < name.size(); ++i) {
      text[i] = name[i];
    }
  }
  char text[spelled_type<T>().size() + 1]{};
};

/// The name of a type, without RTTI; zero-terminated and alive for ever.
template <class T>
inline constexpr StoredTypeName<T> type_name{};

}  // namespace sluice::inline SLUICE_ABI::engine
