// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI::engine {

/// A variable with one owner at a time; the owner may change only through an acquire that pairs with a release.
template <class T>
class Plain {
public:
  constexpr Plain() noexcept = default;
  constexpr explicit Plain(T value) noexcept : value_{std::move(value)} {}

  [[nodiscard]] constexpr const T& get() const noexcept { return value_; }
  constexpr void set(T value) noexcept { value_ = std::move(value); }

private:
  T value_{};
};

}  // namespace sluice::inline SLUICE_ABI::engine
