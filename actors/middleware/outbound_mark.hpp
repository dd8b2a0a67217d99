// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/address.hpp>
#include <sluice/engine/envelope.hpp>

namespace sluice::inline SLUICE_ABI {

/// The highest address of a cell that this thread must not send to without a closer look: 0, which is nobody's, or all of
/// them while the handler of an actor with middleware runs. So the one comparison that finds out nobodies finds out such
/// handlers as well, and those of other actors pay nothing for it. An interrupt must not ask.
inline constinit SLUICE_THREAD_LOCAL std::uintptr_t outbound_mark = 0;

[[nodiscard]] inline bool needs_a_look(const engine::Cell* target) noexcept {
  return reinterpret_cast<std::uintptr_t>(target) <= outbound_mark;
}

/// Whether the links of the actor whose handler runs let `envelope` out; true if there are none.
[[nodiscard]] bool may_go_out(engine::Envelope& envelope, engine::Address target) noexcept;

/// No sending is looked at, until this dies.
class UnmarkedSending {
public:
  UnmarkedSending() noexcept : before_{outbound_mark} { outbound_mark = 0; }
  ~UnmarkedSending() { outbound_mark = before_; }
  UnmarkedSending(const UnmarkedSending&) = delete;
  UnmarkedSending& operator=(const UnmarkedSending&) = delete;

private:
  std::uintptr_t before_;
};

}  // namespace sluice::inline SLUICE_ABI
