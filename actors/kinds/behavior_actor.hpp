// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <sluice/actors/actor_context.hpp>
#include <sluice/actors/behavior.hpp>
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/messages/guard.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/memory.hpp>
#include <sluice/engine/type_name.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// Gives `actor` a stash of `capacity`, unless it has one; false, and it fails, if its mailbox is not of the deque kind.
[[nodiscard]] bool provide_stash(Actor& actor, std::uint32_t capacity) noexcept;
void set_supervision(Actor& actor, const Supervision& supervision) noexcept;
/// A message that a behavior does not want.
void bury_unhandled(Actor& actor, engine::Envelope& envelope) noexcept;

/// An actor that is a `Behavior<T>`, and becomes others.
template <class T>
class BehaviorActor final : public Actor {
public:
  static constexpr engine::trace::Label label{engine::type_name<T>.text, "run", __FILE__, __LINE__,
                                              engine::trace::color::dispatch};

  [[nodiscard]] static ActorKind kind_of(const Behavior<T>& behavior) noexcept {
    const std::uint32_t capacity = behavior.body() == nullptr ? 0 : behavior.body()->stash_capacity();
    return {.label = label,
            .type = &engine::EnvelopeOf<T>::type_of,
            .starts = true,
            .stashes = capacity != 0,
            .stash_capacity = capacity};
  }
  [[nodiscard]] static SpawnOptions options_of(const Behavior<T>& behavior, SpawnOptions options) noexcept {
    if (behavior.body() != nullptr) {
      options.supervision = behavior.body()->supervision().value_or(options.supervision);
      const SupervisionStrategy& of_children = behavior.body()->of_children();
      options.children = of_children.says_something() ? of_children : options.children;
    }
    return options;
  }

  BehaviorActor(SystemRecord& record, Actor* parent, const Behavior<T>& behavior) noexcept
      : Actor{record, parent}, first_{behavior} {}

  /// The next behavior; after the handler has returned, so that none is replaced while it runs.
  void become(Step<T>&& step, engine::Envelope* cause) {
    if (!step.has_value()) {
      fail(cause, step.error());
    } else if (step->body() != nullptr) {
      now_ = std::move(*step);
      ActorContext<T> context{*this, nullptr};
      unfold(context);
    } else if (step->is_stopped()) {
      request_stop();
    } else if (step->is_unhandled() && cause != nullptr) {
      bury_unhandled(*this, *cause);
    }
  }

private:
  ~BehaviorActor() = default;

  void receive(engine::Envelope& envelope) noexcept override {
    if (envelope.type != &engine::EnvelopeOf<T>::type_of) [[unlikely]] {
      reject_type(envelope);
      return;
    }
    note_handled(*this, envelope);
    ActorContext<T> context{*this, &envelope};
    guarded(*this, &envelope, [&] {
      auto& message = static_cast<engine::EnvelopeOf<T>&>(envelope).message;
      if (now_.body() == nullptr) {
        bury_unhandled(*this, envelope);
      } else {
        become(now_.body()->receive(context, std::move(message)), &envelope);
      }
    });
  }

  void start() noexcept override {
    ActorContext<T> context{*this, nullptr};
    guarded(*this, nullptr, [&] {
      now_ = first_.body() == nullptr ? first_ : first_.body()->fresh();
      if (now_.is_stopped()) {
        request_stop();
      }
      unfold(context);
    });
  }

  void finish() noexcept override {
    ActorContext<T> context{*this, nullptr};
    guarded(*this, nullptr, [&] {
      if (now_.body() != nullptr) {
        now_.body()->stopped(context);
      }
    });
  }

  void before_restart() noexcept override {
    ActorContext<T> context{*this, nullptr};
    guarded(*this, nullptr, [&] {
      if (now_.body() != nullptr) {
        now_.body()->restarting(context);
      }
    });
  }

  const char* handled_type() const noexcept override { return engine::type_name<T>.text; }

  bool renew() noexcept override {
    now_ = {};
    return true;  // `start` makes it anew
  }

  bool signal(const Terminated& terminated) noexcept override {
    bool is_known = false;
    ActorContext<T> context{*this, nullptr};
    guarded(*this, nullptr, [&] {
      auto step = now_.body() == nullptr ? std::nullopt : now_.body()->signal(context, terminated);
      if (step.has_value()) {
        is_known = true;
        become(std::move(*step), nullptr);
      }
    });
    return is_known;
  }

  /// Follows those that only lead to others.
  void unfold(ActorContext<T>& context) {
    while (now_.body() != nullptr && now_.body()->is_deferred()) {
      const Behavior<T> deferred = now_;  // lives until it has led on
      if (const std::optional<Supervision>& own = deferred.body()->supervision(); own.has_value()) {
        set_supervision(*this, *own);
      }
      if (deferred.body()->stash_capacity() != 0 && !provide_stash(*this, deferred.body()->stash_capacity())) {
        return;
      }
      Step<T> step = deferred.body()->begin(context);
      if (!step.has_value()) {
        fail(nullptr, step.error());
        return;
      }
      now_ = std::move(*step);
    }
    if (now_.is_stopped()) {
      request_stop();
    }
  }

  void destroy() noexcept override {
    this->~BehaviorActor();
    engine::memory::release(this, sizeof(BehaviorActor));
  }

  const Behavior<T> first_;
  Behavior<T> now_;
};

}  // namespace sluice::inline SLUICE_ABI
