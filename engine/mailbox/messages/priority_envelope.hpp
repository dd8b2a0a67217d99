// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <sluice/config.hpp>
#include <sluice/engine/mailbox/messages/system_message.hpp>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI::mailbox::messages {

/// By which way a message reaches its mailbox.
enum class PriorityChannel : std::uint8_t { regular, control };

/// The priority of a message that nobody gave one.
inline constexpr std::int8_t default_priority = 10;

/// A message that knows how urgent it is: the lower the number, the sooner.
template <class M>
concept PriorityMessage = requires(const M& message) {
  { message.get_priority() } -> std::same_as<std::optional<std::int8_t>>;
};

/// What a message says of its urgency, or the default.
template <class M>
[[nodiscard]] constexpr std::int32_t priority_of([[maybe_unused]] const M& message) noexcept {
  if constexpr (PriorityMessage<M>) {
    return message.get_priority().value_or(default_priority);
  } else {
    return default_priority;
  }
}

/// A message with what its mailbox has to know of it. As movable between threads as the message is.
template <class M>
class PriorityEnvelope {
public:
  /// What an envelope is made of.
  struct Parts {
    M message;
    std::int8_t priority;
    PriorityChannel channel;
    std::optional<SystemMessage> system_message;
  };

  PriorityEnvelope(M message, std::int8_t priority) noexcept(std::is_nothrow_move_constructible_v<M>)
      : parts_{std::move(message), priority, PriorityChannel::regular, std::nullopt} {}

  [[nodiscard]] static PriorityEnvelope with_channel(M message, std::int8_t priority, PriorityChannel channel) {
    PriorityEnvelope envelope{std::move(message), priority};
    envelope.parts_.channel = channel;
    return envelope;
  }
  [[nodiscard]] static PriorityEnvelope control(M message, std::int8_t priority) {
    return with_channel(std::move(message), priority, PriorityChannel::control);
  }
  [[nodiscard]] static PriorityEnvelope with_default_priority(M message) {
    return PriorityEnvelope{std::move(message), default_priority};
  }
  /// An envelope for `system`, which is copied: its priority stays, and it goes by the control channel.
  [[nodiscard]] static PriorityEnvelope from_system(const SystemMessage& system)
    requires std::same_as<M, SystemMessage>
  {
    PriorityEnvelope envelope = control(system, system.priority());
    envelope.parts_.system_message = system;
    return envelope;
  }

  [[nodiscard]] const M& message() const noexcept { return parts_.message; }
  [[nodiscard]] std::int8_t priority() const noexcept { return parts_.priority; }
  [[nodiscard]] std::optional<std::int8_t> get_priority() const noexcept { return parts_.priority; }
  [[nodiscard]] PriorityChannel channel() const noexcept { return parts_.channel; }
  [[nodiscard]] bool is_control() const noexcept { return parts_.channel == PriorityChannel::control; }
  [[nodiscard]] const std::optional<SystemMessage>& system_message() const noexcept { return parts_.system_message; }

  /// The same envelope around `change(message)`.
  template <class Change>
  [[nodiscard]] auto map(Change change) && {
    using Changed = std::decay_t<std::invoke_result_t<Change, M>>;
    PriorityEnvelope<Changed> envelope{change(std::move(parts_.message)), parts_.priority};
    envelope.parts_.channel = parts_.channel;
    envelope.parts_.system_message = parts_.system_message;
    return envelope;
  }

  /// The same envelope with the priority `change(priority)`.
  template <class Change>
  [[nodiscard]] PriorityEnvelope map_priority(Change change) && {
    parts_.priority = change(parts_.priority);
    return std::move(*this);
  }

  [[nodiscard]] Parts into_parts() && { return std::move(parts_); }

private:
  template <class Other>
  friend class PriorityEnvelope;

  Parts parts_;
};

}  // namespace sluice::inline SLUICE_ABI::mailbox::messages
