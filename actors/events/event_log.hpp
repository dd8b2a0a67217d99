// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <bit>
#include <cstdint>
#include <sluice/config.hpp>
#include <string_view>

namespace sluice::inline SLUICE_ABI {

/// What a stream writes to the console. Of each kind of line the first ones, then ever fewer.
enum class EventLog : std::uint8_t {
  nothing,
  losses,      ///< lost events and failed callbacks
  everything,  ///< publications, subscriptions and their ends as well
};

/// Not part of the API: whether the line about the `number`th of its kind is written. Counted, not timed: a clock is read
/// only for who measures.
[[nodiscard]] constexpr bool is_worth_a_line(std::uint64_t number) noexcept {
  constexpr std::uint64_t at_first = 10;
  return number <= at_first || std::has_single_bit(number);
}

/// Not part of the API: writes "event <type> <what>, <number> so far", if that is due.
void write_event_line(const char* type, std::string_view what, std::uint64_t number) noexcept;

}  // namespace sluice::inline SLUICE_ABI
