// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/actors/events/own_thread.hpp>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI {

/// Not part of the API: where a thread may be in a callback of any stream.
///
/// Only the outermost scope may wait for other threads' scopes. What a scope lets run never waits, so nobody waits in a
/// circle; and on bare metal, where the outermost scope has none below it to wait for, nobody waits for ever.
///
/// Opened before the stream's lock is taken: an interrupt that finds a delivery running finds the scope as well.
class CallbackScope {
public:
  CallbackScope() noexcept : depth_{own_thread::callback_depth()} { ++depth_; }
  ~CallbackScope() { --depth_; }
  CallbackScope(const CallbackScope&) = delete;
  CallbackScope& operator=(const CallbackScope&) = delete;

  [[nodiscard]] bool is_outermost() const noexcept { return depth_ == 1; }

private:
  std::uint32_t& depth_;
};

}  // namespace sluice::inline SLUICE_ABI
