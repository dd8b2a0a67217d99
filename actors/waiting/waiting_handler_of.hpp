// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <new>
#include <sluice/actors/actor_context.hpp>
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/messages/guard.hpp>
#include <sluice/actors/waiting/pending.hpp>
#include <sluice/actors/waiting/waiting_handler.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/envelope.hpp>
#include <sluice/engine/memory.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// The handler of a `Message` by an actor `T`, whose work is a `Work`. `Ending` knows what its value means.
template <class T, class Message, class Work, class Ending>
class WaitingHandlerOf final : public WaitingHandler {
  static_assert(alignof(Work) <= engine::memory::alignment, "what a handler waits for is not over-aligned");

public:
  /// Takes the message over, and who waits for the answer to it.
  WaitingHandlerOf(Actor& actor, bool is_beside, engine::EnvelopeOf<Message>& from, Ending ending) noexcept
      : WaitingHandler{actor.cell(), is_beside},
        envelope_{std::move(from.message)},
        context_{actor, &envelope_, is_beside ? HandlerPatience::beside : HandlerPatience::blocking},
        ending_{std::move(ending)} {
    envelope_.generation = from.generation;
    envelope_.sender = from.sender;
    envelope_.reply = std::exchange(from.reply, nullptr);
    envelope_.headers = std::exchange(from.headers, nullptr);
  }

  /// Calls the handler: `call(context, message)` gives the work, or what it is made of. False if it throws.
  template <class Call>
  [[nodiscard]] bool begin(Actor& actor, Call& call) noexcept {
    guarded(actor, &envelope_, [&] {
      ::new (&work_) Work(call(context_, std::move(envelope_.message)));
      has_work_ = true;
    });
    return has_work_;
  }

  bool go_on(Actor& actor) noexcept override {
    bool is_over = true;
    guarded(actor, &envelope_, [&] {
      auto polled = poll_work();
      is_over = polled.has_value();
      if (is_over) {
        ending_(actor, envelope_, std::move(*polled));
      }
    });
    return is_over;
  }

  void give_up() noexcept override {
    if (std::exchange(has_work_, false)) {
      work_.state.~Work();
    }
  }

  engine::Envelope& envelope() noexcept override { return envelope_; }

  void end() noexcept override {
    give_up();
    if (envelope_.headers != nullptr || envelope_.reply != nullptr) {
      engine::end_attachments(envelope_);
    }
    this->~WaitingHandlerOf();
    engine::memory::release(this, sizeof(WaitingHandlerOf));
  }

private:
  ~WaitingHandlerOf() = default;

  /// Work that is done, or throws, ends in here: what it kept of its actor's state goes before that perhaps starts anew.
  [[nodiscard]] PolledBy<Work> poll_work() {
    struct Leaving {
      WaitingHandlerOf& handler;
      bool is_over = true;
      ~Leaving() {
        if (is_over) {
          handler.give_up();
        }
      }
    } leaving{*this};
    auto polled = work_.state.poll(waker());
    leaving.is_over = polled.has_value();
    return polled;
  }

  engine::EnvelopeOf<Message> envelope_;
  ActorContext<T> context_;
  StateRoom<Work> work_;
  bool has_work_ = false;
  [[no_unique_address]] Ending ending_;
};

}  // namespace sluice::inline SLUICE_ABI
