// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <asio/async_result.hpp>
#include <asio/error.hpp>
#include <expected>
#include <memory>
#include <mutex>
#include <optional>
#include <sluice/config.hpp>
#include <sluice/engine/task.hpp>
#include <system_error>
#include <tuple>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI::asio_bridge {

/// A completion token: an operation of Asio's that is started with it gives a future of the engine, which a handler of an
/// actor awaits. So Asio's completion wakes the actor, and no thread waits.
///
///     const auto size = co_await socket.async_read_some(buffer, asio_bridge::awaited);   // std::expected<std::size_t, ...>
struct Awaited {};
inline constexpr Awaited awaited{};

/// What several values are together: none, the one, or a tuple.
template <class... Values>
struct Together {
  using Type = std::tuple<Values...>;
};
template <class Value>
struct Together<Value> {
  using Type = Value;
};
template <>
struct Together<> {
  using Type = engine::Done;
};

/// Where an operation leaves what it gave, and its future finds it.
///
/// Thread safety: any thread. The waker is called under the lock: behind `forget` no call is under way.
template <class Value>
class Completion {
public:
  using Outcome = std::expected<Value, std::error_code>;

  void complete(Outcome&& outcome) noexcept {
    const std::lock_guard lock{mutex_};
    outcome_.emplace(std::move(outcome));
    std::exchange(waker_, {}).wake();
  }
  [[nodiscard]] engine::Poll<Outcome> poll(const engine::Waker& waker) noexcept {
    const std::lock_guard lock{mutex_};
    if (!outcome_.has_value()) {
      waker_ = waker;
      return engine::pending;
    }
    return std::exchange(outcome_, std::nullopt);
  }
  void forget() noexcept {
    const std::lock_guard lock{mutex_};
    waker_ = {};
  }

private:
  std::mutex mutex_;
  std::optional<Outcome> outcome_;
  engine::Waker waker_;
};

/// What an operation of Asio's gives, some time: its values, or why it has none. If the loop ends before, that is
/// `asio::error::operation_aborted`. Given up, the operation goes on, and what it gives is dropped.
///
/// Thread safety: one thread at a time.
template <class Value>
class [[nodiscard]] AsioFuture {
public:
  using Outcome = typename Completion<Value>::Outcome;

  explicit AsioFuture(std::shared_ptr<Completion<Value>> completion_shared) noexcept
      : completion_shared_{std::move(completion_shared)} {}
  AsioFuture(AsioFuture&&) noexcept = default;
  AsioFuture& operator=(AsioFuture&&) = delete;
  ~AsioFuture() {
    if (completion_shared_ != nullptr) {
      completion_shared_->forget();
    }
  }

  /// The outcome, once; or nothing yet, and `waker` is woken when it is there.
  [[nodiscard]] engine::Poll<Outcome> poll(const engine::Waker& waker) noexcept {
    return completion_shared_->poll(waker);
  }

private:
  std::shared_ptr<Completion<Value>> completion_shared_;
};

/// What Asio calls, or ends without having called it.
template <class Value>
class CompletionHandler {
public:
  using Outcome = typename Completion<Value>::Outcome;

  explicit CompletionHandler(std::shared_ptr<Completion<Value>> completion_shared) noexcept
      : completion_shared_{std::move(completion_shared)} {}
  CompletionHandler(CompletionHandler&&) noexcept = default;  // leaves one without a completion
  CompletionHandler& operator=(CompletionHandler&&) = delete;
  ~CompletionHandler() {
    if (completion_shared_ != nullptr) {
      fail(::asio::error::operation_aborted);
    }
  }

  template <class... Values>
  void operator()(std::error_code error, Values&&... values) {
    if (error) {
      fail(error);
    } else {
      (*this)(std::forward<Values>(values)...);
    }
  }
  template <class... Values>
    requires(std::is_constructible_v<Value, Values...> || sizeof...(Values) == 0)
  void operator()(Values&&... values) {
    std::exchange(completion_shared_, nullptr)->complete(Outcome{std::in_place, std::forward<Values>(values)...});
  }

private:
  void fail(std::error_code error) noexcept {
    std::exchange(completion_shared_, nullptr)->complete(Outcome{std::unexpect, error});
  }

  std::shared_ptr<Completion<Value>> completion_shared_;
};

/// The values of a signature, without the error code in front.
template <class... Values>
struct ValueOf {
  using Type = typename Together<std::decay_t<Values>...>::Type;
};
template <class... Values>
struct ValueOf<std::error_code, Values...> : ValueOf<Values...> {};

}  // namespace sluice::inline SLUICE_ABI::asio_bridge

/// How Asio starts an operation with our token.
template <class Result, class... Values>
class asio::async_result<sluice::asio_bridge::Awaited, Result(Values...)> {
  using Value = typename sluice::asio_bridge::ValueOf<Values...>::Type;

public:
  using return_type = sluice::asio_bridge::AsioFuture<Value>;  // NOLINT(readability-identifier-naming): Asio's name

  template <class Initiation, class... Arguments>
  static return_type initiate(Initiation&& initiation, sluice::asio_bridge::Awaited, Arguments&&... arguments) {
    auto completion_shared = std::make_shared<sluice::asio_bridge::Completion<Value>>();
    std::forward<Initiation>(initiation)(sluice::asio_bridge::CompletionHandler<Value>{completion_shared},
                                         std::forward<Arguments>(arguments)...);
    return return_type{std::move(completion_shared)};
  }
};
