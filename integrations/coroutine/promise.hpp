// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <coroutine>
#include <exception>
#include <optional>
#include <sluice/config.hpp>
#include <sluice/integrations/coroutine/future_awaiter.hpp>
#include <sluice/integrations/coroutine/root.hpp>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI {

template <class T = void>
class Task;

namespace coroutine {

template <class T>
class TaskAwaiter;

/// What the promises of all tasks have: who runs it, who waits for it, and how it waits.
class TaskLink {
public:
  /// Hands the thread over to whoever waits for the task; after the outermost one, back to the root.
  struct FinalAwaiter {
    [[nodiscard]] static bool await_ready() noexcept { return false; }
    template <class Promise>
    [[nodiscard]] static std::coroutine_handle<> await_suspend(std::coroutine_handle<Promise> ended) noexcept {
      const std::coroutine_handle<> waiting = static_cast<TaskLink&>(ended.promise()).waiting_;
      return waiting != nullptr ? waiting : std::noop_coroutine();
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
class TaskPromise<void> final : public TaskLink, public Root {
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
