// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <new>
#include <sluice/actors/actor_ref.hpp>
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/messages/adapter.hpp>
#include <sluice/actors/messages/guard.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/envelope.hpp>
#include <sluice/engine/memory.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// Takes `adapter` over for `actor`; false if memory runs out.
[[nodiscard]] bool keep_adapter(Actor& actor, MessageAdapter& adapter) noexcept;
/// Has `actor` handle `made`, which was made of the message that it handles, and ends it.
void receive_adapted(Actor& actor, engine::Envelope& original, engine::Envelope& made) noexcept;

/// Makes a message that actors `T` handle of a `Foreign` one.
template <class T, class Foreign, class Adapt>
class MessageAdapterOf final : public MessageAdapter {
public:
  explicit MessageAdapterOf(Adapt&& adapt) noexcept
      : MessageAdapter{engine::EnvelopeOf<Foreign>::type_of}, adapt_{std::move(adapt)} {}

  void destroy() noexcept override {
    this->~MessageAdapterOf();
    engine::memory::release(this, sizeof(MessageAdapterOf));
  }

  void adapt(Actor& actor, engine::Envelope& envelope) noexcept override {
    engine::Envelope* made = nullptr;
    guarded(actor, &envelope, [&] {
      auto message = adapt_(std::move(static_cast<engine::EnvelopeOf<Foreign>&>(envelope).message));
      using Message = decltype(message);
      static_assert(Accepts<T, Message>, "an adapter makes messages that its actor handles");
      use_handler<T, Message>();
      made = engine::EnvelopeOf<Message>::make(std::move(message));
      if (made == nullptr) {
        actor.fail(&envelope, ActorError::transient("no memory is left for an adapted message"));
      }
    });
    // The handler may register another adapter in this one's place: nothing of this object is used from here on.
    if (made != nullptr) {
      receive_adapted(actor, envelope, *made);
    }
  }

private:
  ~MessageAdapterOf() = default;

  Adapt adapt_;
};

template <class T, class Foreign, class Adapt>
Result<ActorRef<Foreign>> add_adapter(Actor& actor, Adapt adapt) noexcept {
  using Made = MessageAdapterOf<T, Foreign, Adapt>;
  static_assert(!Accepts<T, Foreign>, "the actor handles this message itself");
  static_assert(std::is_nothrow_move_constructible_v<Adapt>, "an adapter moves without throwing");
  void* const block = engine::memory::allocate(sizeof(Made));
  auto* const adapter = block == nullptr ? nullptr : ::new (block) Made{std::move(adapt)};
  if (adapter == nullptr) {
    return std::unexpected{Error::out_of_memory};
  }
  if (!keep_adapter(actor, *adapter)) {
    adapter->destroy();
    return std::unexpected{Error::out_of_memory};
  }
  return ActorRef<Foreign>{actor.address()};
}

}  // namespace sluice::inline SLUICE_ABI
