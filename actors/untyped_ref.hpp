// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/actors/messages/delivery.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/address.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// An address that takes any message. What its actor does not handle becomes a dead letter, `type_mismatch`;
/// of an actor class, that is also what no typed reference and no `Accepted` list names (see `MessageTypes`).
///
/// Thread safety: any thread.
class UntypedRef {
public:
  /// Refers to nobody.
  constexpr UntypedRef() noexcept = default;
  constexpr explicit UntypedRef(engine::Address address) noexcept : address_{address} {}

  template <class Message>
  Result<> tell(Message message) const noexcept {
    return tell_to<Message>(address_, std::move(message));
  }

  /// See `ActorRef::poison`.
  Result<> poison() const noexcept;

  [[nodiscard]] constexpr engine::Address address() const noexcept { return address_; }
  friend constexpr bool operator==(const UntypedRef&, const UntypedRef&) noexcept = default;

private:
  engine::Address address_;
};

}  // namespace sluice::inline SLUICE_ABI
