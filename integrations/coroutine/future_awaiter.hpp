// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <coroutine>
#include <sluice/config.hpp>
#include <sluice/engine/task.hpp>
#include <sluice/integrations/coroutine/root.hpp>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI::coroutine {

template <class F>
using PollOf = decltype(std::declval<F&>().poll(std::declval<const engine::Waker&>()));

/// What a task can wait for: anything that is polled as the engine's futures are.
template <class F>
concept Future = requires { typename PollOf<F>::value_type; } &&
                 std::same_as<PollOf<F>, engine::Poll<typename PollOf<F>::value_type>>;

/// Makes a future what `co_await` takes. The future stays where it is: as a temporary, in the coroutine's frame.
template <Future F>
class FutureAwaiter final : Awaited {
public:
  using Value = typename PollOf<F>::value_type;

  FutureAwaiter(F& future, Root& root) noexcept : future_{future}, root_{root} {}

  /// A wake that comes from here on is kept by the root, which is being polled itself.
  [[nodiscard]] bool await_ready() noexcept { return poll(root_.waker()); }
  void await_suspend(std::coroutine_handle<> coroutine) noexcept { root_.suspend(coroutine, *this); }
  Value await_resume() noexcept(std::is_nothrow_move_constructible_v<Value>) {
    return std::move(*result_);  // NOLINT(bugprone-unchecked-optional-access): resumed because it is there
  }

private:
  [[nodiscard]] bool poll(const engine::Waker& waker) noexcept override {
    if (auto answer = future_.poll(waker)) {
      result_.emplace(std::move(*answer));  // not assigned: a guard can only be moved
    }
    return result_.has_value();
  }

  F& future_;
  Root& root_;
  PollOf<F> result_;
};

}  // namespace sluice::inline SLUICE_ABI::coroutine
