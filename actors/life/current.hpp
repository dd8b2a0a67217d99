// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/engine/cell.hpp>

namespace sluice::inline SLUICE_ABI {

/// The cell of the actor whose code runs on this thread; null outside of all. An interrupt must not ask.
inline constinit SLUICE_THREAD_LOCAL engine::Cell* current_cell = nullptr;

[[nodiscard]] inline engine::Mailbox* current_mailbox() noexcept { return current_cell; }

/// Code of the actor in `cell` runs on this thread, until this dies.
class Presence {
public:
  explicit Presence(engine::Cell& cell) noexcept : before_{current_cell} { current_cell = &cell; }
  ~Presence() { current_cell = before_; }
  Presence(const Presence&) = delete;
  Presence& operator=(const Presence&) = delete;

private:
  engine::Cell* before_;
};

}  // namespace sluice::inline SLUICE_ABI
