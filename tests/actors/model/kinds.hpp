// SPDX-License-Identifier: BSL-1.0
// The actors of the model: one of each kind that can be spawned.
#pragma once

#include <memory>
#include <sluice/actors/actor_system.hpp>
#include <sluice/actors/behaviors.hpp>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "actor_model.hpp"

namespace sluice::actor_model {

template <class Spawning>
SpawnedLetterBox spawn_kind(Spawning& by, const Token& token, Kind kind, const SpawnOptions& options);

template <class T>
class WithinOf final : public Within {
public:
  WithinOf(ActorContext<T>& context, ActorModel& model) noexcept : context_{context}, model_{model} {}

  void stop() override { context_.stop(); }
  Result<> stop_other(const ActorRef<Letter>& other) override { return context_.stop(other); }
  Result<> watch(const ActorRef<Letter>& other) override { return context_.watch(other); }
  Result<> watch_with(const ActorRef<Letter>& other, Letter letter) override {
    return context_.watch_with(other, std::move(letter));
  }
  void unwatch(const ActorRef<Letter>& other) override { context_.unwatch(other); }
  Result<> ask(const ActorRef<Letter>& other, Letter letter, Duration timeout, std::uint32_t ask) override {
    return context_.ask(other, std::move(letter), timeout,
                        [model = &model_, ask](std::expected<Answer, AskError> outcome) {
                          return model->outcome_letter(ask, std::move(outcome));
                        });
  }
  Result<> request(const ActorRef<Letter>& other, Letter letter) override {
    return other.request(std::move(letter), context_.self());
  }
  void reply(Answer answer) override { context_.reply(std::move(answer)); }
  Result<> stash(Letter letter) override { return context_.stash(std::move(letter)); }
  void unstash_all() override { context_.unstash_all(); }
  bool adapt(const Token& token) override {
    // No token: the adapter ends before its actor does, and is not what lives as long.
    return context_
        .template message_adapter<Foreign>(
            [model = &model_, actor = token.actor()](Foreign foreign) { return model->adapt(actor, foreign); })
        .has_value();
  }
  std::string path() override {
    char text[256];
    return std::string{context_.path(text)};
  }
  SpawnedLetterBox spawn(const Token& token, Kind kind, const SpawnOptions& options) override {
    return spawn_kind(context_, token, kind, options);
  }

private:
  ActorContext<T>& context_;
  ActorModel& model_;
};

inline ActorResult<> result_of(const std::optional<ActorError>& error) {
  if (error.has_value() && error->text == thrown) {
    throw std::runtime_error{thrown};
  }
  return error.has_value() ? ActorResult<>{fail(*error)} : ActorResult<>{};
}

/// An actor class; `Self` is derived from it.
template <class Self>
class ClassKind {
public:
  explicit ClassKind(const Token& token) : token_{token} {}

  void on(ActorContext<Self>&, Answer answer) { token_.model().handle_answer(token_, memory_, answer); }
  ActorResult<> on(ActorContext<Self>& context, Terminated terminated) {
    WithinOf<Self> within{context, token_.model()};
    return result_of(token_.model().hear(token_, memory_, terminated, within));
  }
  ActorResult<> on_start(ActorContext<Self>& context) {
    WithinOf<Self> within{context, token_.model()};
    return result_of(token_.model().start(token_, memory_, within));
  }
  void on_stop(ActorContext<Self>& context) {
    WithinOf<Self> within{context, token_.model()};
    if (token_.model().stop(token_, within)) {
      throw std::runtime_error{thrown};
    }
  }

protected:
  [[nodiscard]] ActorModel::Verdict handle(ActorContext<Self>& context, Letter& letter,
                                           ActorModel::Abilities abilities) {
    WithinOf<Self> within{context, token_.model()};
    return token_.model().handle(token_, memory_, letter, within, abilities);
  }

  Token token_;
  Memory memory_;
};

class Plain : public ClassKind<Plain> {
public:
  using ClassKind::ClassKind;
  using ClassKind::on;
  ActorResult<Answer> on(ActorContext<Plain>& context, Letter letter) {
    const auto verdict = handle(context, letter, {.returns_answers = true});
    if (const auto result = result_of(verdict.error); !result.has_value()) {
      return fail(result.error());
    }
    return Answer{verdict.answer};
  }
};

class Keeper : public ClassKind<Keeper> {
public:
  static constexpr std::uint32_t stash_capacity = 3;
  using ClassKind::ClassKind;
  using ClassKind::on;
  ActorResult<> on(ActorContext<Keeper>& context, Letter letter) {
    return result_of(handle(context, letter, {.stashes = true}).error);
  }
};

inline auto make_lambda(const Token& token) {
  return [token, memory = Memory{}](ActorContext<Letter>& context, Letter letter) mutable -> ActorResult<> {
    WithinOf<Letter> within{context, token.model()};
    return result_of(token.model().handle(token, memory, letter, within, {}).error);
  };
}

using BehaviorStep = ActorResult<Behavior<Letter>>;

/// Handles messages by one function, and signals by another; both have the same memory, which begins with `start`.
inline BehaviorStep begin_behavior(const Token& token, ActorContext<Letter>& context, bool stashes) {
  auto shared = std::make_shared<Memory>();
  WithinOf<Letter> within{context, token.model()};
  if (const auto result = result_of(token.model().start(token, *shared, within)); !result.has_value()) {
    return fail(result.error());
  }
  return Behaviors::receive<Letter>(
      [token, shared, stashes](ActorContext<Letter>& inner, Letter letter) -> BehaviorStep {
        WithinOf<Letter> inside{inner, token.model()};
        const auto verdict =
            token.model().handle(token, *shared, letter, inside, {.stashes = stashes, .becomes = true});
        if (const auto result = result_of(verdict.error); !result.has_value()) {
          return fail(result.error());
        }
        return verdict.stops          ? Behaviors::stopped<Letter>()
               : verdict.is_unhandled ? Behaviors::unhandled<Letter>()
                                      : Behaviors::same<Letter>();
      },
      [token, shared](ActorContext<Letter>& inner, const Terminated& terminated) -> ActorResult<> {
        WithinOf<Letter> inside{inner, token.model()};
        return result_of(token.model().hear(token, *shared, terminated, inside));
      });
}

inline constexpr std::uint32_t behavior_stash = 2;

inline Behavior<Letter> make_behavior(const Token& token, bool stashes) {
  const auto setup = Behaviors::setup<Letter>(
      [token, stashes](ActorContext<Letter>& context) { return begin_behavior(token, context, stashes); });
  return stashes ? Behaviors::with_stash<Letter>(behavior_stash,
                                                 [setup](StashBuffer<Letter>) { return Behavior<Letter>{setup}; })
                 : setup;
}

template <class T>
SpawnedLetterBox narrow(const Spawned<T>& spawned) {
  return spawned.has_value() ? SpawnedLetterBox{ActorRef<Letter>{*spawned}}
                             : SpawnedLetterBox{std::unexpected{spawned.error()}};
}

/// A behavior says itself what becomes of it; the others are told by their options.
inline Behavior<Letter> supervised(Behavior<Letter> behavior, const SpawnOptions& options) {
  return options.supervision.says_something()
             ? Behaviors::supervise(std::move(behavior)).on_failure(options.supervision)
             : std::move(behavior);
}

template <class Spawning>
SpawnedLetterBox spawn_kind(Spawning& by, const Token& token, Kind kind, const SpawnOptions& options) {
  switch (kind) {
    case Kind::lambda: return by.try_spawn(make_lambda(token), options);
    case Kind::plain: return narrow(by.template try_spawn<Plain>(options, token));
    case Kind::keeper: return narrow(by.template try_spawn<Keeper>(options, token));
    case Kind::behavior:
    case Kind::stash_behavior: break;
  }
  return by.try_spawn(supervised(make_behavior(token, kind == Kind::stash_behavior), options), options);
}

}  // namespace sluice::actor_model
