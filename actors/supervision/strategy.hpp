// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/actors/life/supervision.hpp>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI {

/// Each child that fails is treated for itself.
struct OneForOne {
  Supervision rule;
};

/// When one child fails, what is decided about it happens to all; they depend on each other. Restarts are counted for all
/// of them together.
struct AllForOne {
  Supervision rule;
};

/// What becomes of those children of an actor that fail and say nothing themselves.
class SupervisionStrategy {
public:
  /// They end.
  constexpr SupervisionStrategy() noexcept = default;
  explicit(false) constexpr SupervisionStrategy(const OneForOne& each) noexcept
      : rule_{each.rule}, reach_{Reach::one} {}
  explicit(false) constexpr SupervisionStrategy(const AllForOne& all) noexcept : rule_{all.rule}, reach_{Reach::all} {}

  [[nodiscard]] constexpr bool says_something() const noexcept { return reach_ != Reach::nobody; }
  [[nodiscard]] constexpr bool is_for_all() const noexcept { return reach_ == Reach::all; }
  [[nodiscard]] constexpr const Supervision& rule() const noexcept { return rule_; }

private:
  enum class Reach : std::uint8_t { nobody, one, all };

  Supervision rule_{};
  Reach reach_ = Reach::nobody;
};

}  // namespace sluice::inline SLUICE_ABI
