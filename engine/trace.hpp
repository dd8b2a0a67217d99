// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>

/// Where the engine tells what it does: `trace::Zone` for spans and `trace::event` for moments.
///
/// A backend defines them, chosen in CMake:
///  - `off`: empty inline functions; no code, no symbol.
///  - `on`: calls of the three hooks in `trace/on.hpp`, which a provider in `profiling/` (or a test) defines.
#include SLUICE_TRACE_BACKEND
