// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <utility>

#if defined(__cpp_exceptions)
#include <exception>
#endif

namespace sluice::inline SLUICE_ABI {

#if defined(__cpp_exceptions)

/// Runs code of a user, and gives `on_thrown` the text of what it throws; false if it threw. It is compiled where that code
/// is, with the user's exceptions, so no frame of ours lies between the two.
template <class Code, class OnThrown>
bool attempt(Code&& code, OnThrown&& on_thrown) noexcept {
  try {
    std::forward<Code>(code)();
    return true;
  } catch (const std::exception& thrown) {
    std::forward<OnThrown>(on_thrown)(thrown.what());
  } catch (...) {
    std::forward<OnThrown>(on_thrown)("an exception that is none of the standard library's");
  }
  return false;
}

#else

template <class Code, class OnThrown>
bool attempt(Code&& code, OnThrown&&) noexcept {
  std::forward<Code>(code)();
  return true;
}

#endif

/// The same for those who do not want to know more.
template <class Code>
[[nodiscard]] bool attempt(Code&& code) noexcept {
  return attempt(std::forward<Code>(code), [](const char*) noexcept {});
}

}  // namespace sluice::inline SLUICE_ABI
