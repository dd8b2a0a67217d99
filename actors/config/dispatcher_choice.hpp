// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <sluice/config.hpp>
#include <string_view>

namespace sluice::inline SLUICE_ABI {

namespace engine {
class Dispatcher;
}

/// How an actor is run: by a dispatcher of the user's, or by one of the configuration that has this id; null: as the
/// system's others. The text lives until the actor is spawned, in a `Deploy` as long as the system.
class DispatcherChoice {
public:
  constexpr DispatcherChoice() noexcept = default;
  explicit(false) constexpr DispatcherChoice(std::nullptr_t) noexcept {}
  /// It lives longer than the actor.
  explicit(false) constexpr DispatcherChoice(engine::Dispatcher* dispatcher) noexcept : dispatcher_{dispatcher} {}
  explicit(false) constexpr DispatcherChoice(std::string_view id) noexcept : id_{id} {}
  explicit(false) constexpr DispatcherChoice(const char* id) noexcept : id_{id} {}

  [[nodiscard]] constexpr bool is_chosen() const noexcept { return dispatcher_ != nullptr || !id_.empty(); }
  /// Null if it is chosen by its id, or not at all.
  [[nodiscard]] constexpr engine::Dispatcher* dispatcher() const noexcept { return dispatcher_; }
  [[nodiscard]] constexpr std::string_view id() const noexcept { return id_; }

private:
  engine::Dispatcher* dispatcher_ = nullptr;
  std::string_view id_;
};

}  // namespace sluice::inline SLUICE_ABI
