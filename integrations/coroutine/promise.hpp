// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <coroutine>
#include <exception>
#include <optional>
#include <sluice/config.hpp>
#include <sluice/integrations/coroutine/future_awaiter.hpp>
#include <sluice/integrations/coroutine/root.hpp>
#include <sluice/integrations/coroutine/scheduled_root.hpp>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI {

template <class T = void>
class Task;

namespace coroutine {

template <class T>
class TaskAwaiter;

/// A future that was made with a message which GCC 12 copies bit by bit, if it is a temporary in the same expression as a
/// `co_await`: an aggregate, of which each copy is destroyed.
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ < 13
template <class F>
concept IsCopiedWrongly = requires { typename F::Carried; } && std::is_aggregate_v<typename F::Carried> &&
                          !std::is_trivially_copyable_v<typename F::Carried>;
#else
template <class F>
concept IsCopiedWrongly = false;
#endif

/// What the promises of all tasks have: who runs it, who waits for it, and how it waits.
class TaskLink {
public:
  /// Has the root go on with whoever waits for the task; behind the outermost one, with nobody.
  struct FinalAwaiter {
    [[nodiscard]] static bool await_ready() noexcept { return false; }
    template <class Promise>
    static void await_suspend(std::coroutine_handle<Promise> ended) noexcept {
      const TaskLink& link = ended.promise();
      link.root().go_on_with(link.waiting_);
    }
    static void await_resume() noexcept {}
  };

  [[nodiscard]] static std::suspend_always initial_suspend() noexcept { return {}; }
  [[nodiscard]] static FinalAwaiter final_suspend() noexcept { return {}; }
  void unhandled_exception() noexcept { exception_ = std::current_exception(); }

  /// `F` may be a reference: a future that the coroutine keeps is awaited where it is.
  template <class F>
    requires Future<std::remove_reference_t<F>>
  [[nodiscard]] auto await_transform(F&& future) noexcept {
    static_assert(std::is_lvalue_reference_v<F> || !IsCopiedWrongly<F>,
                  "GCC 12 destroys a message twice that stands behind co_await: put the future into a variable, as in "
                  "`auto answer = context.ask(...);`, and write `co_await answer`");
    // NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): set before a task runs
    return FutureAwaiter<std::remove_reference_t<F>>{future, *root_};
  }
  template <class T>
  [[nodiscard]] TaskAwaiter<T> await_transform(Task<T>&& task) noexcept;

  void run_under(Root& root, std::coroutine_handle<> waiting) noexcept {
    root_ = &root;
    waiting_ = waiting;
  }
  [[nodiscard]] Root& root() const noexcept { return *root_; }

protected:
  void rethrow() const {
    if (exception_) {
      std::rethrow_exception(exception_);
    }
  }

private:
  Root* root_ = nullptr;
  std::coroutine_handle<> waiting_;
  std::exception_ptr exception_;
};

/// The promise of a task with a result.
template <class T>
class TaskPromise final : public TaskLink {
  static_assert(std::is_object_v<T>, "a task's result is a value; give a pointer instead of a reference");

public:
  [[nodiscard]] Task<T> get_return_object() noexcept;

  template <class U = T>
    requires std::constructible_from<T, U>
  void return_value(U&& value) noexcept(std::is_nothrow_constructible_v<T, U>) {
    value_.emplace(std::forward<U>(value));
  }

  [[nodiscard]] T take() {
    rethrow();
    return std::move(*value_);  // NOLINT(bugprone-unchecked-optional-access): the task has returned
  }

private:
  std::optional<T> value_;
};

/// The promise of a task without a result. Any of them can be the outermost one, so each has room for a root.
template <>
class TaskPromise<void> final : public TaskLink, public ScheduledRoot {
public:
  [[nodiscard]] Task<void> get_return_object() noexcept;
  void return_void() const noexcept {}
  void take() const { rethrow(); }

private:
  void on_returned() noexcept override {
    try {
      rethrow();
    } catch (...) {
      std::terminate();  // nobody is left to catch it; here, so that the handler can name it
    }
  }
};

}  // namespace coroutine
}  // namespace sluice::inline SLUICE_ABI
