// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>

/// A thread that waits for a wake: `engine::Parker`, as the target has it. See `engine/parker/`.
#include SLUICE_PARKER_BACKEND
