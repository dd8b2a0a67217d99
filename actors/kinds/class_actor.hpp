// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <new>
#include <sluice/actors/actor_context.hpp>
#include <sluice/actors/events/actor_events.hpp>
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/messages/class_handlers.hpp>
#include <sluice/actors/messages/guard.hpp>
#include <sluice/actors/messages/outcome.hpp>
#include <sluice/actors/waiting/message_invoker.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/memory.hpp>
#include <sluice/engine/type_name.hpp>
#include <tuple>
#include <utility>

namespace sluice::inline SLUICE_ABI {

template <class A>
concept StartsInContext = requires(A& actor, ActorContext<A>& context) { actor.on_start(context); };
template <class A>
concept StartsAlone = requires(A& actor) { actor.on_start(); };
template <class A>
concept StopsInContext = requires(A& actor, ActorContext<A>& context) { actor.on_stop(context); };
template <class A>
concept StopsAlone = requires(A& actor) { actor.on_stop(); };
template <class A>
concept RestartsInContext = requires(A& actor, ActorContext<A>& context) { actor.on_restart(context); };
template <class A>
concept RestartsAlone = requires(A& actor) { actor.on_restart(); };
/// An actor class may hear that a mailbox is filling up which it sends to: during the `tell`, so it only takes note.
template <class A>
concept HearsBackpressure = requires(A& actor, const engine::BackpressureHint& hint) { actor.on_backpressure(hint); };
/// An actor class that says `static constexpr std::uint32_t stash_capacity = 100;` may stash as many messages.
template <class A>
concept Stashes = requires { A::stash_capacity; };

/// An actor whose state is an object of class `A`, and whose handlers are its overloads of `on`.
///
/// `on_start` and `on_stop`, if it has them, are called before the first message and after the last one; `on_restart` of an
/// object that is given up because the actor starts anew.
template <class A>
class ClassActor : public Actor {
public:
  static constexpr engine::trace::Label label{engine::type_name<A>.text, "run", __FILE__, __LINE__,
                                              engine::trace::color::dispatch};

  [[nodiscard]] static ActorKind kind() noexcept {
    if constexpr (requires { typename A::Accepted; }) {
      A::Accepted::template use_handlers<A>();
    }
    ActorKind kind{.label = label, .type = &label, .starts = StartsInContext<A> || StartsAlone<A>};
    if constexpr (Stashes<A>) {
      kind.stashes = true;
      kind.stash_capacity = A::stash_capacity;
    }
    kind.required_queue = required_queue<A>();
    return kind;
  }

  [[nodiscard]] A& state() noexcept { return room_.state; }
  [[nodiscard]] bool wants(const engine::MessageType& type) const noexcept final {
    return wants_one<ActorFailed>(type) || wants_one<SupervisionDecision>(type) || wants_one<MessageMismatch>(type);
  }

protected:
  ClassActor(SystemRecord& record, Actor* parent) noexcept : Actor{record, parent} {}
  ~ClassActor() { end_state(); }

  /// Throws what the constructor of `A` does.
  template <class... Arguments>
  void make_state(const Arguments&... arguments) {
    ::new (&room_) A(arguments...);
    has_state_ = true;
  }
  void end_state() noexcept {
    if (std::exchange(has_state_, false)) {
      room_.state.~A();
    }
  }

private:
  void receive(engine::Envelope& envelope) noexcept final {
    if constexpr (Stashes<A>) {
      note_handled(*this, envelope);
    }
    const HandlerEntry* entry = last_.load(std::memory_order_relaxed);  // written here only
    if (entry == nullptr || entry->type != envelope.type) {
      entry = handlers_of<A>.find(*envelope.type);
      if (entry == nullptr) {
        reject_type(envelope);
        return;
      }
      last_.store(entry, std::memory_order_relaxed);  // for reports: entries are constants, and live for ever
    }
    entry->handle(*this, envelope);
  }

  const char* handled_type() const noexcept final {
    const HandlerEntry* const entry = last_.load(std::memory_order_relaxed);  // as above
    return entry == nullptr ? nullptr : entry->type->name;
  }

  void before_restart() noexcept final {
    if (!has_state_) {
      return;
    }
    ActorContext<A> context{*this, nullptr};
    guarded(*this, nullptr, [&] {
      if constexpr (RestartsInContext<A>) {
        state().on_restart(context);
      } else if constexpr (RestartsAlone<A>) {
        state().on_restart();
      }
    });
  }

  void on_backpressure(const engine::BackpressureHint& hint) noexcept final {
    if constexpr (HearsBackpressure<A>) {
      static_assert(noexcept(state().on_backpressure(hint)), "on_backpressure is called within a tell: it is noexcept");
      if (has_state_) {
        state().on_backpressure(hint);
      }
    }
  }

  template <class Notice>
  [[nodiscard]] static bool wants_one(const engine::MessageType& type) noexcept {
    if constexpr (Receives<A, Notice>) {
      use_handler<A, Notice>();
      return &type == &engine::EnvelopeOf<Notice>::type_of;
    } else {
      return false;
    }
  }

  void start() noexcept final {
    ActorContext<A> context{*this, nullptr};
    guarded(*this, nullptr, [&] {
      if constexpr (StartsInContext<A>) {
        heed(*this, [&]() -> decltype(auto) { return state().on_start(context); });
      } else if constexpr (StartsAlone<A>) {
        heed(*this, [&]() -> decltype(auto) { return state().on_start(); });
      }
    });
  }

  void finish() noexcept final {
    if (!has_state_) {
      return;
    }
    ActorContext<A> context{*this, nullptr};
    guarded(*this, nullptr, [&] {
      if constexpr (StopsInContext<A>) {
        state().on_stop(context);
      } else if constexpr (StopsAlone<A>) {
        state().on_stop();
      }
    });
  }

  bool signal(const Terminated& terminated) noexcept final {
    if constexpr (Receives<A, Terminated>) {
      ActorContext<A> context{*this, nullptr};
      guarded(*this, nullptr, [&] {
        heed(*this, [&]() -> decltype(auto) { return call_on(state(), context, Terminated{terminated}); });
      });
      return true;
    } else {
      return false;
    }
  }

  StateRoom<A> room_;
  engine::Atomic<const HandlerEntry*> last_{nullptr};  ///< of the last message: often that of the next one, too
};

/// The same, and what its objects are made of.
template <class A, class... Arguments>
class ClassActorWith final : public ClassActor<A> {
public:
  /// Throws what the constructor of `A` does.
  template <class... Given>
  ClassActorWith(SystemRecord& record, Actor* parent, Given&&... given)
      : ClassActor<A>{record, parent}, arguments_{std::forward<Given>(given)...} {
    make();
  }

private:
  ~ClassActorWith() = default;

  void make() {
    std::apply([this](const Arguments&... arguments) { this->make_state(arguments...); }, arguments_);
  }

  bool renew() noexcept override {
    this->end_state();
    guarded(*this, nullptr, [this] { make(); });
    return this->has_state_;
  }

  void destroy() noexcept override {
    this->~ClassActorWith();
    engine::memory::release(this, sizeof(ClassActorWith));
  }

  [[no_unique_address]] std::tuple<Arguments...> arguments_;
};

template <class A, class Message>
void handle_by_class(Actor& actor, engine::Envelope& envelope) noexcept {
  auto& self = static_cast<ClassActor<A>&>(actor);
  MessageInvoker<A, Message>::invoke(actor, envelope,
                                     [&self](ActorContext<A>& context, Message&& message) -> decltype(auto) {
                                       return call_on(self.state(), context, std::move(message));
                                     });
}

}  // namespace sluice::inline SLUICE_ABI
