// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <sluice/graph/schedule/workers/pace.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

bool Pace::look_up(Instant now) noexcept {
  const std::int64_t slice = std::max<std::int64_t>(1, (now - looked_up_.get()).count() / interval_.get());
  const std::int64_t wanted = std::clamp<std::int64_t>(period.count() / slice, fewest, most);
  // Half way towards it: one odd slice does not decide. Downwards at once: long slices must not wait for the mean.
  const std::uint32_t aim = static_cast<std::uint32_t>(wanted);
  interval_.set(aim < interval_.get() ? aim : (interval_.get() + aim + 1) / 2);
  left_.set(interval_.get());
  looked_up_.set(now);
  if (now - took_turn_.get() < period) {
    return false;
  }
  took_turn_.set(now);
  return true;
}

void Pace::begin(Instant now) noexcept {
  left_.set(interval_.get());
  looked_up_.set(now);
  took_turn_.set(now);
}

}  // namespace sluice::inline SLUICE_ABI::schedule
