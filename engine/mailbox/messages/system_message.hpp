// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI::mailbox::messages {

/// What the system asks of an actor.
enum class SystemRequest : std::uint8_t { create, recreate, suspend, resume, terminate, watch, unwatch, failure };

/// A request of the system, on its way by the control channel.
class SystemMessage {
public:
  constexpr SystemMessage(SystemRequest request, std::int8_t priority) noexcept
      : request_{request}, priority_{priority} {}

  [[nodiscard]] constexpr SystemRequest request() const noexcept { return request_; }
  /// The lower the number, the sooner.
  [[nodiscard]] constexpr std::int8_t priority() const noexcept { return priority_; }

  friend constexpr bool operator==(const SystemMessage&, const SystemMessage&) noexcept = default;

private:
  SystemRequest request_;
  std::int8_t priority_;
};

}  // namespace sluice::inline SLUICE_ABI::mailbox::messages
