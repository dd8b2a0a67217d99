// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/actors/messages/attempt.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/envelope.hpp>
#include <type_traits>

namespace sluice::inline SLUICE_ABI {

/// What becomes of a message whose handler failed, unless the actor ends: then it is a dead letter in any case.
class FailingMessage {
public:
  /// A dead letter, `handler_failed`.
  constexpr FailingMessage() noexcept = default;

  /// Nobody hears of it but the counter `dropped`; who asked gets an error.
  [[nodiscard]] static constexpr FailingMessage drop() noexcept {
    FailingMessage policy;
    policy.drops_ = true;
    return policy;
  }

  /// One of these types is handled again before all others, up to `times` times; then it is a dead letter, as others are at
  /// once. Handlers take what they handle, so a copy is made of each message before: only for actors that are spawned so.
  template <class... Messages>
  [[nodiscard]] static constexpr FailingMessage retry(std::uint32_t times = 3) noexcept {
    static_assert((std::is_copy_constructible_v<Messages> && ...), "only a message that can be copied is tried again");
    FailingMessage policy;
    policy.times_ = times;
    policy.copy_ = &copy_one_of<Messages...>;
    return policy;
  }

  [[nodiscard]] constexpr bool drops() const noexcept { return drops_; }
  [[nodiscard]] constexpr bool retries() const noexcept { return copy_ != nullptr; }
  [[nodiscard]] constexpr std::uint32_t times() const noexcept { return times_; }

  /// A copy of the message alone; null if it is not to be tried again, or cannot be copied now.
  [[nodiscard]] engine::Envelope* copy(const engine::Envelope& envelope) const noexcept { return copy_(envelope); }

private:
  using Copy = engine::Envelope* (*)(const engine::Envelope& envelope) noexcept;

  template <class Message>
  static void copy_if(const engine::Envelope& envelope, engine::Envelope*& made) noexcept {
    if (envelope.type == &engine::EnvelopeOf<Message>::type_of) {
      (void)attempt([&] {
        made = engine::EnvelopeOf<Message>::make(
            Message(static_cast<const engine::EnvelopeOf<Message>&>(envelope).message));
      });
    }
  }
  template <class... Messages>
  static engine::Envelope* copy_one_of(const engine::Envelope& envelope) noexcept {
    engine::Envelope* made = nullptr;
    (copy_if<Messages>(envelope, made), ...);
    return made;
  }

  Copy copy_ = nullptr;
  std::uint32_t times_ = 0;
  bool drops_ = false;
};

}  // namespace sluice::inline SLUICE_ABI
