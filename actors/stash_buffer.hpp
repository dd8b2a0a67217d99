// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <new>
#include <sluice/actors/life/actor.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/envelope.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// For an actor that leaves it to the configuration how much it may stash.
inline constexpr std::uint32_t any_stash_capacity = UINT32_MAX;

/// The envelope of the message that `actor`, which has a stash, handles.
[[nodiscard]] engine::Envelope& handled_envelope(Actor& actor, const engine::MessageType& type) noexcept;
/// Keeps it; an error if the stash is full: then it is a dead letter, `stash_overflow`, and an event.
[[nodiscard]] Result<> stash_handled(Actor& actor) noexcept;
void unstash_all(Actor& actor) noexcept;
[[nodiscard]] std::uint32_t stash_size(const Actor& actor) noexcept;
[[nodiscard]] std::uint32_t stash_capacity(const Actor& actor) noexcept;

/// Messages of type `T` that an actor keeps for later. They stay in their envelopes: neither way copies or allocates.
///
/// Thread safety: used by the handlers of its actor. Copy it freely.
/// Order: that of stashing; what was stashed comes before all that is in the mailbox. What is left when the actor stops
/// becomes dead letters; a restart puts it back first.
template <class T>
class StashBuffer {
public:
  explicit StashBuffer(Actor& actor) noexcept : actor_{&actor} {}

  /// Keeps `message`, the one that is handled. A full stash gives an error and a dead letter (R3.9).
  Result<> stash(T message) noexcept {
    auto& place =
        static_cast<engine::EnvelopeOf<T>&>(handled_envelope(*actor_, engine::EnvelopeOf<T>::type_of)).message;
    place.~T();
    ::new (&place) T(std::move(message));
    return stash_handled(*actor_);
  }

  /// Everything in it comes next, oldest first.
  void unstash_all() noexcept { sluice::unstash_all(*actor_); }
  /// The same, in the behavior that is to handle it: `return stash.unstash_all(open());`
  template <class Next>
  [[nodiscard]] Next unstash_all(Next next) noexcept {
    unstash_all();
    return next;
  }

  [[nodiscard]] std::uint32_t size() const noexcept { return stash_size(*actor_); }
  [[nodiscard]] std::uint32_t capacity() const noexcept { return stash_capacity(*actor_); }
  [[nodiscard]] bool is_full() const noexcept { return size() >= capacity(); }
  [[nodiscard]] bool is_empty() const noexcept { return size() == 0; }

private:
  Actor* actor_;
};

}  // namespace sluice::inline SLUICE_ABI
