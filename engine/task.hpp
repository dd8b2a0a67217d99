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

/// The value of a future that has none: it is over.
struct Done {};

/// Tells whoever polls a future that it is worth polling again.
///
/// It is a plain pair, so nothing counts its copies; two rules keep its context alive instead:
///  - Who keeps a waker calls it under the lock that guards the registration. A future's destructor takes that lock to
///    forget its waker, and so does the poll that replaces it: behind either, no call is under way and none will come.
///    So the context need only outlive the futures that were given it.
///  - A waker only schedules. It polls nothing, ends nothing, and takes no lock but an executor's own.
///
/// Thread safety: `wake` from any thread or interrupt, as often as one likes.
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
