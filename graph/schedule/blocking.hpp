// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <sluice/config.hpp>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI::schedule {

class Worker;

/// As long as it lives, the calling thread's worker counts as blocked: see `sluice::blocking`.
class BlockingScope {
public:
  BlockingScope() noexcept;
  ~BlockingScope();
  BlockingScope(const BlockingScope&) = delete;
  BlockingScope& operator=(const BlockingScope&) = delete;

private:
  Worker* const worker_;  ///< null: this thread is no worker's, or its worker blocks already
};

/// What a coroutine gives, or somebody may `co_await`.
template <class T>
concept Suspends = requires { typename std::remove_cvref_t<T>::promise_type; } || requires(T t) { t.await_ready(); } ||
                   requires(T t) { t.operator co_await(); };

}  // namespace sluice::inline SLUICE_ABI::schedule

namespace sluice::inline SLUICE_ABI {

/// Calls `function`, which may block its thread, and gives what it returns: for a handler that cannot do without.
///
///     auto row = sluice::blocking([&] { return database.query(text); });
///
/// What waits for the handler's worker is handed to others at once, and if all of them are busy, to a spare one. On
/// return the worker goes on with whatever nobody took. Where there is no worker to be replaced it just calls `function`:
/// on a thread that is none, on an executor that is driven by hand, and inside another call. A function that suspends is
/// refused by the compiler: the worker would be somebody else's when it goes on. Without threads there is no such header.
///
/// `wait` is refused here, too: the handler would still be the one who is waited for. Ask through the context instead.
template <std::invocable Function>
decltype(auto) blocking(Function&& function) {
  static_assert(!schedule::Suspends<std::invoke_result_t<Function>>,
                "blocking(...) takes a function that returns when it is done; co_await outside of it");
  const schedule::BlockingScope scope;
  return std::forward<Function>(function)();
}

}  // namespace sluice::inline SLUICE_ABI
