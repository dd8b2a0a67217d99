// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstdint>
#include <sluice/config.hpp>
#include <type_traits>

namespace sluice::inline SLUICE_ABI {

/// Tells a timer without a key from the actor's others. It means nothing to other actors, and nothing once its timer has
/// arrived for the last time or was cancelled.
struct TimerToken {
  std::uint64_t number = 0;  ///< 0: of no timer

  friend constexpr bool operator==(TimerToken, TimerToken) noexcept = default;
};

/// What an actor calls one of its timers: a text, or a number or enumerator of its own. Two enumerators with the same
/// number are the same key.
class TimerKey {
public:
  /// A text known when the program is compiled: only its hash, of 64 bits, is kept.
  explicit(false) consteval TimerKey(const char* text) noexcept : number_{hash(text)}, space_{Space::text} {}
  template <std::integral Number>
  explicit(false) constexpr TimerKey(Number number) noexcept
      : number_{static_cast<std::uint64_t>(number)}, space_{Space::number} {}
  template <class Enumerator>
    requires std::is_enum_v<Enumerator>
  explicit(false) constexpr TimerKey(Enumerator value) noexcept
      : TimerKey{static_cast<std::underlying_type_t<Enumerator>>(value)} {}
  explicit constexpr TimerKey(TimerToken token) noexcept : number_{token.number}, space_{Space::token} {}

  /// That of the receive timeout, of which an actor has one.
  [[nodiscard]] static constexpr TimerKey of_receive_timeout() noexcept {
    TimerKey key{0};
    key.space_ = Space::receive_timeout;
    return key;
  }
  [[nodiscard]] constexpr bool is_of_receive_timeout() const noexcept { return space_ == Space::receive_timeout; }

  /// Spreads keys over `mask` + 1 places, a power of two.
  [[nodiscard]] constexpr std::uint32_t place(std::uint32_t mask) const noexcept {
    constexpr std::uint64_t odd_of_golden_ratio = 0x9E3779B97F4A7C15U;
    return static_cast<std::uint32_t>((number_ * odd_of_golden_ratio) >> 32U) & mask;
  }

  friend constexpr bool operator==(const TimerKey&, const TimerKey&) noexcept = default;

private:
  enum class Space : std::uint8_t { text, number, token, receive_timeout };

  /// FNV-1a.
  static consteval std::uint64_t hash(const char* text) noexcept {
    std::uint64_t sum = 0xCBF29CE484222325U;
    for (; *text != '\0'; ++text) {
      sum = (sum ^ static_cast<unsigned char>(*text)) * 0x100000001B3U;
    }
    return sum;
  }

  std::uint64_t number_;
  Space space_;
};

}  // namespace sluice::inline SLUICE_ABI
