// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/config/aliases.hpp>

namespace sluice::inline SLUICE_ABI {
namespace {

/// Whether the aliases lead from `begin` to `id` in fewer than `steps`.
bool was_passed(std::span<const Alias> aliases, std::string_view begin, std::string_view id,
                std::uint32_t steps) noexcept {
  for (std::uint32_t i = 0; i < steps; ++i) {
    if (begin == id) {
      return true;
    }
    begin = find_alias(aliases, begin)->to;
  }
  return false;
}

}  // namespace

const Alias* find_alias(std::span<const Alias> aliases, std::string_view id) noexcept {
  for (const Alias& each : aliases) {
    if (each.id == id) {
      return &each;
    }
  }
  return nullptr;
}

SpawnError explain_missing(std::span<const Alias> aliases, std::string_view id, ConfigProblem unknown) noexcept {
  std::string_view at = id;
  for (std::uint32_t steps = 0; steps <= most_aliases; ++steps) {
    if (was_passed(aliases, id, at, steps)) {
      return {.error = Error::invalid_argument, .problem = ConfigProblem::alias_loop, .id = id, .aliases = aliases};
    }
    const Alias* const alias = find_alias(aliases, at);
    if (alias == nullptr) {  // what is missing is where they end
      return {.error = Error::not_found, .problem = unknown, .id = at};
    }
    at = alias->to;
  }
  return {.error = Error::invalid_argument, .problem = ConfigProblem::too_many_aliases, .id = id, .aliases = aliases};
}

void write_aliases(TextWriter& writer, std::span<const Alias> aliases, std::string_view id) noexcept {
  writer.append(id);
  std::string_view at = id;
  for (std::uint32_t steps = 1; steps <= most_aliases; ++steps) {
    const Alias* const alias = find_alias(aliases, at);
    if (alias == nullptr) {
      return;
    }
    at = alias->to;
    writer.append(" -> ");
    writer.append(at);
    if (was_passed(aliases, id, at, steps)) {
      return;
    }
  }
}

std::string_view explain(const SpawnError& error, std::span<char> text) noexcept {
  TextWriter writer{text.data(), text.size()};
  writer.append(describe(error));
  if (!error.id.empty()) {
    writer.append(": ");
    write_aliases(writer, error.aliases, error.id);
  }
  if (error.required != nullptr) {
    writer.append(": it needs ");
    writer.append(error.required);
    writer.append(" and was given ");
    writer.append(error.actual);
  }
  return writer.text();
}

}  // namespace sluice::inline SLUICE_ABI
