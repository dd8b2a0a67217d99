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
  std::uint32_t interest;             ///< below 32, drawn by the name: who has another one has another type
  bool is_report = false;             ///< it tells what became of events; what becomes of it is not told in turn
  const EventType* family = nullptr;  ///< who subscribes to that one gets these too
  const void* (*as_family)(const void* event) noexcept = nullptr;  ///< the same event, as one of `family`

  [[nodiscard]] constexpr std::uint32_t bit() const noexcept { return std::uint32_t{1} << interest; }

  /// Its own bit and those of its families: who is subscribed to one of them has set one of these.
  [[nodiscard]] constexpr std::uint32_t bits() const noexcept {
    std::uint32_t all = 0;
    for (const EventType* each = this; each != nullptr; each = each->family) {
      all |= each->bit();
    }
    return all;
  }

  /// Whether events of this type are events of `other` as well.
  [[nodiscard]] constexpr bool is_a(const EventType& other) const noexcept {
    const EventType* each = this;
    while (each != nullptr && each != &other) {
      each = each->family;
    }
    return each != nullptr;
  }

  /// `event`, which is of this type, as one of `other`, which it is too.
  [[nodiscard]] const void* as(const EventType& other, const void* event) const noexcept {
    for (const EventType* each = this; each != &other; each = each->family) {
      event = each->as_family(event);
    }
    return event;
  }
};

/// An event type that says `using EventFamily = Other;`, which it derives from: who subscribed to `Other` gets it too.
template <class Event>
concept HasEventFamily = requires { typename Event::EventFamily; };

/// An event type that says `static constexpr bool is_event_report = true;`.
template <class Event>
concept EventReport = requires { requires Event::is_event_report; };

/// Not part of the API: FNV-1a, of which the five highest bits choose.
consteval std::uint32_t interest_of(std::string_view name) noexcept {
  std::uint32_t hash = 2166136261u;
  for (const char character : name) {
    hash = (hash ^ static_cast<unsigned char>(character)) * 16777619u;
  }
  return hash >> 27;
}

template <class Event>
consteval EventType make_event_type() noexcept;

/// The one `EventType` of an `Event`.
template <class Event>
  requires std::is_same_v<Event, std::remove_cvref_t<Event>>
inline constexpr EventType event_type = make_event_type<Event>();

/// Not part of the API.
template <class Event>
consteval EventType make_event_type() noexcept {
  EventType type{engine::type_name<Event>.text, interest_of(engine::spelled_type<Event>()), EventReport<Event>};
  if constexpr (HasEventFamily<Event>) {
    using Family = Event::EventFamily;
    // So there are no circles either.
    static_assert(std::is_base_of_v<Family, Event> && !std::is_same_v<Family, Event>,
                  "an event derives from what it names as its EventFamily");
    type.family = &event_type<Family>;
    type.as_family = [](const void* event) noexcept -> const void* {
      return static_cast<const Family*>(static_cast<const Event*>(event));
    };
  }
  return type;
}

/// The bits of which one is set if somebody is subscribed to `Event` or to one of its families.
template <class Event>
inline constexpr std::uint32_t event_bits = event_type<Event>.bits();

}  // namespace sluice::inline SLUICE_ABI
