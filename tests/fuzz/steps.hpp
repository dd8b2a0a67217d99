// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sluice_fuzz {

/// What can be done to a queue.
enum class Verb : std::uint8_t {
  try_offer,
  try_poll,
  make_offer,  ///< a future; polled by later steps
  poll_offer,
  drop_offer,
  give_up_offer,
  make_poll,
  poll_poll,
  drop_poll,
  give_up_poll,
  stash,
  put_back,
  drop_stash,
  close,
  starve,  ///< there is no memory for the next step
  renew,   ///< ends this queue and makes another, of which the next two bytes say more
};

inline constexpr std::array<std::string_view, 16> verb_names = {
    "try_offer", "try_poll",     "make_offer", "poll_offer", "drop_offer", "give_up_offer", "make_poll", "poll_poll",
    "drop_poll", "give_up_poll", "stash",      "put_back",   "drop_stash", "close",         "starve",    "renew"};

[[nodiscard]] constexpr std::string_view name_of(Verb verb) noexcept {
  return verb_names[static_cast<std::size_t>(verb)];
}

/// The common ones more often.
inline constexpr std::array<Verb, 32> weighted_verbs = {
    Verb::try_offer,  Verb::try_offer,  Verb::try_offer,  Verb::try_offer,  Verb::try_offer,     Verb::try_offer,
    Verb::try_poll,   Verb::try_poll,   Verb::try_poll,   Verb::try_poll,   Verb::make_offer,    Verb::make_offer,
    Verb::poll_offer, Verb::poll_offer, Verb::poll_offer, Verb::drop_offer, Verb::give_up_offer, Verb::make_poll,
    Verb::make_poll,  Verb::poll_poll,  Verb::poll_poll,  Verb::poll_poll,  Verb::drop_poll,     Verb::give_up_poll,
    Verb::stash,      Verb::stash,      Verb::put_back,   Verb::put_back,   Verb::drop_stash,    Verb::close,
    Verb::starve,     Verb::renew};

/// Two bytes of an input.
struct Step {
  std::uint8_t selector;  ///< of `weighted_verbs`
  std::uint8_t argument;

  [[nodiscard]] Verb verb() const noexcept { return weighted_verbs[selector % weighted_verbs.size()]; }
};

}  // namespace sluice_fuzz
