// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>

/// Not part of the API: what the event stream asks of the thread that it is on. The target defines it, chosen in CMake
/// (`own_thread/`).
namespace sluice::inline SLUICE_ABI::own_thread {

/// How many callback scopes this thread is in. On bare metal one number for the core: an interrupt counts the scopes
/// below it too.
[[nodiscard]] std::uint32_t& callback_depth() noexcept;

/// Lets another thread go on, if there is one that can.
void give_way() noexcept;

}  // namespace sluice::inline SLUICE_ABI::own_thread
