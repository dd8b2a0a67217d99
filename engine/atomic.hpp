// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>

/// The only door to shared memory: `Atomic<T>`, `Plain<T>` and `spin_hint`.
///
/// A backend defines them, chosen in CMake:
///  - `native`: the compiler's atomics. Servers, RISC-V with the A extension, several cores.
///  - `single_core`: the same without barriers. One Cortex-M3 or up.
///  - `critical_section`: for cores without read-modify-write instructions (Cortex-M0).
///  - the memory-model explorer of the tests, which records every access.
///
/// Every order is written out at the call, with its reason and its partner; there is no default order.
/// `Plain<T>` is a variable that only one thread may touch at a time: it costs nothing, but the explorer sees it.
#include SLUICE_ATOMIC_BACKEND
