// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI::recorder {

/// What an entry tells of, and what its words are then.
enum class Kind : std::uint8_t {
  begin_slice,  ///< subject: label; who: mailbox
  end_slice,    ///< value: messages handled
  begin_zone,   ///< subject: label
  end_zone,     ///< value: as the zone says
  begin_wait,   ///< subject: label; who: tells waits apart
  end_wait,     ///< as `begin_wait`
  event,        ///< subject: label; who: a text, or null
  plot,         ///< who: which; value: the number
  made,         ///< subject: type of the message; who: its number
  handling,     ///< the same
};

/// 32 bytes: written as they are, and made readable only when somebody asks for the record. Pointers are to labels and
/// texts that live for ever.
struct Entry {
  std::uint64_t ticks = 0;
  std::uint64_t subject = 0;
  std::uint64_t who = 0;
  std::uint64_t value_and_kind = 0;

  [[nodiscard]] constexpr Kind kind() const noexcept { return static_cast<Kind>(value_and_kind & 0xFF); }
  /// The upper 56 bits, with their sign.
  [[nodiscard]] constexpr std::int64_t value() const noexcept { return static_cast<std::int64_t>(value_and_kind) >> 8; }

  friend constexpr bool operator==(const Entry&, const Entry&) noexcept = default;
};
static_assert(sizeof(Entry) == 32);

[[nodiscard]] constexpr std::uint64_t pack(Kind kind, std::uint64_t value = 0) noexcept {
  return value << 8 | static_cast<std::uint64_t>(kind);
}

[[nodiscard]] inline std::uint64_t word_of(const void* pointer) noexcept {
  return reinterpret_cast<std::uintptr_t>(pointer);
}

}  // namespace sluice::inline SLUICE_ABI::recorder
