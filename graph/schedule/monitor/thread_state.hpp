// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

/// The operating system's number of the calling thread.
[[nodiscard]] std::int32_t this_thread_number() noexcept;

/// Whether the thread `number` of this process runs, or would if it had a core. False if it waits for anything else, has
/// ended, or the system does not tell.
///
/// Its CPU clock would not do: on a busy machine a thread that computes stands still as one that waits does.
/// Blocks: for some microseconds, to read a file that the kernel makes up.
[[nodiscard]] bool is_runnable(std::int32_t number) noexcept;

}  // namespace sluice::inline SLUICE_ABI::schedule
