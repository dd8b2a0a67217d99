// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/mailbox.hpp>
#include <sluice/engine/queue/overflow.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Posts to a mailbox from an interrupt. The policy is part of the type, so that one which an interrupt cannot follow does
/// not compile: it must not wait, and it must not allocate.
template <Overflow policy>
class InterruptSender {
  static_assert(policy != Overflow::block, "an interrupt cannot wait: use another overflow policy than block");
  static_assert(policy != Overflow::grow, "an interrupt must not make a mailbox larger: use another policy than grow");

public:
  /// `target` has a lane with this policy, and lives longer.
  explicit InterruptSender(Mailbox& target) noexcept : target_{target} {
    check(target.lane() != nullptr && target.lane()->channel.policy() == policy,
          "an interrupt posts to a mailbox of the policy that its sender was made for");
    check(!target.is_measured(), "an interrupt allocates nothing, so its messages are not measured");
  }

  /// Takes `envelope` over, unless the result says otherwise.
  PostResult tell_from_isr(Envelope& envelope) const noexcept { return target_.post(envelope); }

private:
  Mailbox& target_;
};

}  // namespace sluice::inline SLUICE_ABI::engine
