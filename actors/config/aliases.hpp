// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <expected>
#include <sluice/actors/config/descriptors.hpp>
#include <sluice/actors/spawn_options.hpp>
#include <sluice/actors/system/text.hpp>
#include <sluice/config.hpp>
#include <span>
#include <string_view>

namespace sluice::inline SLUICE_ABI {

/// How many aliases may lead from one to the next.
inline constexpr std::uint32_t most_aliases = 20;

/// What the alias `id` leads to; null if it is none.
[[nodiscard]] const Alias* find_alias(std::span<const Alias> aliases, std::string_view id) noexcept;

/// Why nothing was found under `id`, whose aliases lead nowhere: unknown, or a loop.
[[nodiscard]] SpawnError explain_missing(std::span<const Alias> aliases, std::string_view id,
                                         ConfigProblem unknown) noexcept;

/// "a -> b -> a"
void write_aliases(TextWriter& writer, std::span<const Alias> aliases, std::string_view id) noexcept;

/// The one of `descriptors` that has this id, or that its aliases lead to. `unknown` is the problem if there is none.
template <class Descriptor>
[[nodiscard]] std::expected<const Descriptor*, SpawnError> find_by_id(std::span<const Descriptor> descriptors,
                                                                      std::span<const Alias> aliases,
                                                                      std::string_view id,
                                                                      ConfigProblem unknown) noexcept {
  std::string_view at = id;
  for (std::uint32_t steps = 0; steps <= most_aliases; ++steps) {
    for (const Descriptor& each : descriptors) {
      if (each.id == at) {
        return &each;
      }
    }
    const Alias* const alias = find_alias(aliases, at);
    if (alias == nullptr) {
      break;
    }
    at = alias->to;
  }
  return std::unexpected{explain_missing(aliases, id, unknown)};
}

}  // namespace sluice::inline SLUICE_ABI
