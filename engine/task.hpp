// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// What a future answers: its value, or nothing yet. A future that answered nothing has kept the waker.
template <class T>
using Poll = std::optional<T>;

/// The answer of a future that is not ready.
inline constexpr std::nullopt_t pending = std::nullopt;

/// Tells whoever polls a future that it is worth polling again.
///
/// Thread safety: `wake` from any thread or interrupt, as often as one likes, and late: perhaps after the future it was
/// given to has ended. Its context outlives that.
class Waker {
public:
  using Function = void (*)(void* context) noexcept;

  constexpr Waker() noexcept = default;
  constexpr Waker(Function function, void* context) noexcept : function_{function}, context_{context} {}

  void wake() const noexcept {
    if (function_ != nullptr) {
      function_(context_);
    }
  }

private:
  Function function_ = nullptr;
  void* context_ = nullptr;
};

}  // namespace sluice::inline SLUICE_ABI::engine
