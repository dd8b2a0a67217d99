// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/actors/actor_ref.hpp>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI {

/// What a handler may know and do besides its message. Lives only during the handler's call.
template <class Message>
class ActorContext {
public:
  explicit ActorContext(engine::Address self) noexcept : self_{self} {}
  ActorContext(const ActorContext&) = delete;
  ActorContext& operator=(const ActorContext&) = delete;

  /// The actor that handles this message.
  [[nodiscard]] ActorRef<Message> self() const noexcept { return self_; }

private:
  ActorRef<Message> self_;
};

}  // namespace sluice::inline SLUICE_ABI
