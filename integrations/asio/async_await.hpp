// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <asio/associated_executor.hpp>
#include <asio/async_result.hpp>
#include <asio/dispatch.hpp>
#include <asio/executor_work_guard.hpp>
#include <asio/io_context.hpp>
#include <asio/post.hpp>
#include <memory>
#include <mutex>
#include <optional>
#include <sluice/config.hpp>
#include <sluice/engine/task.hpp>
#include <sluice/integrations/asio/context_watch.hpp>
#include <sluice/integrations/asio/handler_memory.hpp>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI::asio_bridge {

/// A future of the engine that is polled on a loop, and the user's handler that gets its value.
///
///     idle --wake--> scheduled --the loop's turn--> polling --ready--> over
///                        ^----- woken meanwhile -----'  `--not yet--> idle
///
/// Whoever makes it over, ends the future and the handler: the turn that has the value; or, if the loop ends, that end,
/// and if a turn is in the loop's queue then, the end of that turn.
///
/// Thread safety: `wake` from any thread, under the future's lock; that is why nothing is ended there.
template <class Future, class Handler>
class FutureOperation final : public ContextUser,
                              public std::enable_shared_from_this<FutureOperation<Future, Handler>> {
public:
  FutureOperation(::asio::io_context& loop, Future&& future, Handler&& handler)
      : loop_{&loop}, parts_{std::in_place, loop, std::move(future), std::move(handler)} {}

  void start() {
    self_shared_ = this->shared_from_this();
    ContextWatch::of(*loop_).add(self_shared_);
    wake();
  }

  void on_context_end() noexcept override {
    {
      const std::lock_guard lock{mutex_};
      loop_ = nullptr;
      if (is_scheduled_ || is_over_) {
        return;
      }
      is_over_ = true;
    }
    end();
  }

private:
  struct Parts {
    Parts(::asio::io_context& loop, Future&& wanted, Handler&& user)
        : future{std::move(wanted)},
          handler{std::move(user)},
          work{loop.get_executor()},
          executor{::asio::get_associated_executor(handler, loop.get_executor())} {}

    Future future;
    Handler handler;
    ::asio::executor_work_guard<::asio::io_context::executor_type> work;
    std::decay_t<decltype(::asio::get_associated_executor(handler, std::declval<::asio::io_context&>().get_executor()))>
        executor;
  };

  /// One turn of the loop's. If the loop ends before, it ends the operation.
  class Turn {
  public:
    // NOLINTNEXTLINE(readability-identifier-naming): Asio's name
    using allocator_type = HandlerMemory::Allocator<void>;

    explicit Turn(std::shared_ptr<FutureOperation> of_shared) noexcept : of_shared_{std::move(of_shared)} {}
    Turn(Turn&&) noexcept = default;  // leaves one without an operation
    Turn& operator=(Turn&&) = delete;
    ~Turn() {
      if (of_shared_ != nullptr) {
        of_shared_->end();
      }
    }
    [[nodiscard]] allocator_type get_allocator() const noexcept { return of_shared_->memory_.allocator(); }
    void operator()() { std::exchange(of_shared_, nullptr)->take_turn(); }

  private:
    std::shared_ptr<FutureOperation> of_shared_;
  };

  void wake() noexcept {
    const std::lock_guard lock{mutex_};
    if (is_polling_) {
      is_woken_ = true;
    } else if (!is_scheduled_ && !is_over_) {
      schedule();
    }
  }

  /// Under the lock.
  void schedule() noexcept {
    is_scheduled_ = true;
    ::asio::post(*loop_, Turn{self_shared_});
  }

  void take_turn() {
    {
      const std::lock_guard lock{mutex_};
      is_scheduled_ = false;
      is_polling_ = true;
    }
    auto answer = parts_->future.poll({[](void* self) noexcept { static_cast<FutureOperation*>(self)->wake(); }, this});
    {
      const std::lock_guard lock{mutex_};
      is_polling_ = false;
      is_over_ = answer.has_value();
      if (!is_over_) {
        if (std::exchange(is_woken_, false)) {
          schedule();
        }
        return;
      }
    }
    complete(std::move(*answer));
  }

  template <class Value>
  void complete(Value&& value) {
    Handler handler{std::move(parts_->handler)};
    const auto executor = parts_->executor;
    const auto work = std::move(parts_->work);  // until the handler is where it runs
    end();
    ::asio::dispatch(executor, [handler = std::move(handler), value = std::forward<Value>(value)]() mutable {
      std::move(handler)(std::move(value));
    });
  }

  /// Ends the future, whose waker is not called any more, then what is left. The last touch, unless the caller owns it.
  void end() noexcept {
    const std::shared_ptr<FutureOperation> self_shared = std::move(self_shared_);
    parts_.reset();
  }

  std::mutex mutex_;
  ::asio::io_context* loop_;  ///< null once it is gone
  bool is_scheduled_ = false;
  bool is_polling_ = false;
  bool is_woken_ = false;
  bool is_over_ = false;
  HandlerMemory memory_;
  std::optional<Parts> parts_;
  std::shared_ptr<FutureOperation> self_shared_;  ///< itself, until it is over
};

/// Waits on `loop` for `future`, a future of the engine that can be moved, such as `ref.ask(...)`, `ref.offer(...)` or a
/// mailbox's next message, and completes with its value: a callback, `asio::use_awaitable`, `asio::use_future`. The loop
/// has work until then; if it ends before, future and handler end with it. A timeout is the future's own.
///
///     const auto sum = co_await asio_bridge::async_await(loop, adder.ask(Add{1, 2}), asio::use_awaitable);
template <class Future, class Token>
auto async_await(::asio::io_context& loop, Future future, Token&& token) {
  using Value = typename decltype(future.poll(std::declval<const engine::Waker&>()))::value_type;
  return ::asio::async_initiate<Token, void(Value)>(
      [&loop](auto handler, Future awaited_one) {
        using Operation = FutureOperation<Future, decltype(handler)>;
        std::make_shared<Operation>(loop, std::move(awaited_one), std::move(handler))->start();
      },
      token, std::move(future));
}

}  // namespace sluice::inline SLUICE_ABI::asio_bridge
