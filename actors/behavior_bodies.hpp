// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <new>
#include <optional>
#include <sluice/actors/behavior.hpp>
#include <sluice/actors/stash_buffer.hpp>
#include <sluice/actors/waiting/message_invoker.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/memory.hpp>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// Not part of the API: what becomes of what a behavior's function returns.
template <class T, class Call>
Step<T> step_of(Call&& call) {
  using Returned = std::remove_cvref_t<std::invoke_result_t<Call>>;
  if constexpr (std::is_void_v<Returned>) {
    std::forward<Call>(call)();
    return Behavior<T>{};
  } else if constexpr (std::is_same_v<Returned, ActorResult<>>) {
    const ActorResult<> result = std::forward<Call>(call)();
    return result.has_value() ? Step<T>{} : Step<T>{std::unexpect, result.error()};
  } else {
    static_assert(
        std::is_convertible_v<Returned, Step<T>>,
        "a behavior's function returns nothing, a Behavior<T>, an ActorResult<> or an ActorResult<Behavior<T>>");
    return std::forward<Call>(call)();
  }
}

/// Not part of the API: what becomes of what a behavior's function gives that has waited. It keeps the behavior.
template <class T>
struct BecomeNext {
  template <class Value>
  void operator()(Actor& actor, engine::Envelope& envelope, Value&& value) const {
    auto& self = static_cast<BehaviorActor<T>&>(actor);
    if constexpr (std::is_same_v<std::remove_cvref_t<Value>, engine::Done>) {
      self.become(Step<T>{}, &envelope);
    } else {
      self.become(step_of<T>([&] { return std::forward<Value>(value); }), &envelope);
    }
  }

  Behavior<T> behavior;
};

/// Not part of the API: a body in a block of its own. Running out of memory ends the program: a behavior is a value.
template <class T, class Body, class... Arguments>
Behavior<T> make_body(Arguments&&... arguments) {
  void* const block = engine::memory::allocate(sizeof(Body));
  engine::check(block != nullptr, "there is memory for a behavior");
  return Behavior<T>{::new (block) Body{std::forward<Arguments>(arguments)...}};
}

/// Not part of the API: makes `Body` freeable, and copyable if what it holds is.
template <class T, class Body, bool IsCopyable>
class BodyOf : public BehaviorBody<T> {
  Behavior<T> fresh() override {
    if constexpr (IsCopyable) {
      return static_cast<const Body&>(*this).copy();
    } else {
      this->add_owner();
      return Behavior<T>{this};
    }
  }
  void destroy() noexcept override {
    auto& self = static_cast<Body&>(*this);
    self.~Body();
    engine::memory::release(&self, sizeof(Body));
  }

protected:
  ~BodyOf() = default;
};

/// Not part of the API: a behavior that does nothing about signals, or about its end.
struct Nothing {};

/// Not part of the API: a function that does not want its context.
template <class T, class Function>
struct WithoutContext {
  decltype(auto) operator()(ActorContext<T>&, T&& message) { return function(std::move(message)); }
  Function function;
};

template <class T, class Function, class OnSignal, class OnStop>
class ReceiveBody final
    : public BodyOf<T, ReceiveBody<T, Function, OnSignal, OnStop>,
                    std::is_copy_constructible_v<Function> && std::is_copy_constructible_v<OnSignal> &&
                        std::is_copy_constructible_v<OnStop>> {
public:
  ReceiveBody(Function&& function, OnSignal&& on_signal, OnStop&& on_stop)
      : function_{std::move(function)}, on_signal_{std::move(on_signal)}, on_stop_{std::move(on_stop)} {}
  ~ReceiveBody() = default;

  [[nodiscard]] Behavior<T> copy() const {
    return make_body<T, ReceiveBody>(Function(function_), OnSignal(on_signal_), OnStop(on_stop_));
  }

private:
  Step<T> receive(ActorContext<T>& context, T&& message) override {
    if constexpr (Waits<std::invoke_result_t<Function&, ActorContext<T>&, T&&>>) {
      this->add_owner();
      const Behavior<T> self{this};  // another one may take its place meanwhile
      invoke_waiting<T, T>(context.parent_of_spawned(), *context.handled(), function_, BecomeNext<T>{self});
      return Behavior<T>{};
    } else {
      return step_of<T>([&]() -> decltype(auto) { return function_(context, std::move(message)); });
    }
  }
  std::optional<Step<T>> signal(ActorContext<T>& context, const Terminated& terminated) override {
    if constexpr (std::is_invocable_v<OnSignal&, ActorContext<T>&, const Terminated&>) {
      return step_of<T>([&]() -> decltype(auto) { return on_signal_(context, terminated); });
    } else {
      return std::nullopt;
    }
  }
  void restarting(ActorContext<T>& context) override {
    if constexpr (std::is_invocable_v<OnSignal&, ActorContext<T>&, const PreRestart&>) {
      (void)on_signal_(context, PreRestart{});
    }
  }
  void stopped(ActorContext<T>& context) override {
    if constexpr (!std::is_same_v<OnStop, Nothing>) {
      on_stop_(context);
    }
  }
  Step<T> begin(ActorContext<T>&) override { return Behavior<T>{}; }

  Function function_;
  [[no_unique_address]] OnSignal on_signal_;
  [[no_unique_address]] OnStop on_stop_;
};

template <class T, class Function>
class SetupBody final : public BodyOf<T, SetupBody<T, Function>, std::is_copy_constructible_v<Function>> {
public:
  explicit SetupBody(Function&& function) : function_{std::move(function)} { this->is_deferred_ = true; }
  ~SetupBody() = default;

  [[nodiscard]] Behavior<T> copy() const { return make_body<T, SetupBody>(Function(function_)); }

private:
  Step<T> receive(ActorContext<T>&, T&&) override { return Behavior<T>{Behavior<T>::Mark::unhandled}; }
  Step<T> begin(ActorContext<T>& context) override {
    return step_of<T>([&]() -> decltype(auto) { return function_(context); });
  }

  Function function_;
};

template <class T, class Function>
class StashBody final : public BodyOf<T, StashBody<T, Function>, std::is_copy_constructible_v<Function>> {
public:
  StashBody(std::uint32_t capacity, Function&& function) : function_{std::move(function)} {
    engine::check(capacity != 0, "a stash has room for a message");
    this->is_deferred_ = true;
    this->stash_capacity_ = capacity;
  }
  ~StashBody() = default;

  [[nodiscard]] Behavior<T> copy() const {
    return make_body<T, StashBody>(std::uint32_t{this->stash_capacity_}, Function(function_));
  }

private:
  Step<T> receive(ActorContext<T>&, T&&) override { return Behavior<T>{Behavior<T>::Mark::unhandled}; }
  Step<T> begin(ActorContext<T>& context) override {
    return step_of<T>([&]() -> decltype(auto) { return function_(StashBuffer<T>{context.parent_of_spawned()}); });
  }

  Function function_;
};

/// Not part of the API: another behavior, and what becomes of the actor when it fails.
template <class T>
class SupervisedBody final : public BodyOf<T, SupervisedBody<T>, true> {
public:
  SupervisedBody(Behavior<T> inner, const Supervision& supervision, const SupervisionStrategy& of_children) noexcept
      : inner_{std::move(inner)} {
    this->is_deferred_ = true;
    this->stash_capacity_ = inner_.body() == nullptr ? 0 : inner_.body()->stash_capacity();
    if (supervision.says_something()) {
      this->supervision_ = supervision;
    }
    this->of_children_ = of_children;
  }
  ~SupervisedBody() = default;

  [[nodiscard]] Behavior<T> copy() const {
    return make_body<T, SupervisedBody>(inner_.body() == nullptr ? inner_ : inner_.body()->fresh(),
                                        this->supervision_.value_or(Supervision{}), this->of_children_);
  }

private:
  Step<T> receive(ActorContext<T>&, T&&) override { return Behavior<T>{Behavior<T>::Mark::unhandled}; }
  Step<T> begin(ActorContext<T>&) override { return inner_; }

  Behavior<T> inner_;
};

/// A behavior that waits to be told what becomes of its actor when it fails.
template <class T>
class SupervisedBehavior {
public:
  explicit SupervisedBehavior(Behavior<T> behavior) noexcept : behavior_{std::move(behavior)} {}

  [[nodiscard]] Behavior<T> on_failure(const Supervision& supervision) && {
    return make_body<T, SupervisedBody<T>>(std::move(behavior_), supervision, of_children_);
  }
  /// Starts anew, up to `max` times `within` that time.
  [[nodiscard]] Behavior<T> with_restart(std::uint32_t max, Duration within) && {
    return std::move(*this).on_failure(Restart{.max = max, .within = within});
  }
  [[nodiscard]] Behavior<T> with_stop() && { return std::move(*this).on_failure(Stop{}); }
  /// Goes on as it is.
  [[nodiscard]] Behavior<T> with_resume() && { return std::move(*this).on_failure(Resume{}); }
  /// Lets its parent fail in its place.
  [[nodiscard]] Behavior<T> with_escalation() && { return std::move(*this).on_failure(Escalate{}); }

  /// What becomes of its children that say nothing themselves; of an actor that is spawned with this behavior, or of a
  /// system's guardian.
  [[nodiscard]] SupervisedBehavior with_children(const SupervisionStrategy& of_children) && {
    of_children_ = of_children;
    return std::move(*this);
  }
  /// Nothing is said of itself.
  [[nodiscard]] Behavior<T> as_spawned() && { return std::move(*this).on_failure(Supervision{}); }

private:
  Behavior<T> behavior_;
  SupervisionStrategy of_children_{};
};

}  // namespace sluice::inline SLUICE_ABI
