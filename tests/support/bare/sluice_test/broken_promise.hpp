// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <source_location>
#include <string_view>
#include <type_traits>

namespace sluice_test {

void expect_broken_promise_of(void (*body)(void* context), void* context, std::string_view promise,
                              std::source_location where) noexcept;

/// Expects that `body` breaks a promise of ours whose text contains `promise`.
///
/// The broken promise jumps back to here: what `body` had on its stack is not destroyed.
template <class Body>
void expect_broken_promise(Body&& body, std::string_view promise,
                           std::source_location where = std::source_location::current()) noexcept {
  using Closure = std::remove_reference_t<Body>;
  expect_broken_promise_of([](void* context) { (*static_cast<Closure*>(context))(); },
                           const_cast<std::remove_const_t<Closure>*>(&body), promise, where);
}

}  // namespace sluice_test
