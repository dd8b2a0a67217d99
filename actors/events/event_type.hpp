// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/type_name.hpp>
#include <string_view>
#include <type_traits>

namespace sluice::inline SLUICE_ABI {

/// What can be known of a type of events without knowing the type. Its address is the type's id: no RTTI is needed.
struct EventType {
  static constexpr std::uint32_t interests = 32;

  const char* name;
  std::uint32_t interest;  ///< below 32, drawn by the name: who has another one has another type

  [[nodiscard]] constexpr std::uint32_t bit() const noexcept { return std::uint32_t{1} << interest; }
};

/// Not part of the API: FNV-1a, of which the five highest bits choose.
consteval std::uint32_t interest_of(std::string_view name) noexcept {
  std::uint32_t hash = 2166136261u;
  for (const char character : name) {
    hash = (hash ^ static_cast<unsigned char>(character)) * 16777619u;
  }
  return hash >> 27;
}

/// The one `EventType` of an `Event`.
template <class Event>
  requires std::is_same_v<Event, std::remove_cvref_t<Event>>
inline constexpr EventType event_type{engine::type_name<Event>.text, interest_of(engine::spelled_type<Event>())};

}  // namespace sluice::inline SLUICE_ABI
