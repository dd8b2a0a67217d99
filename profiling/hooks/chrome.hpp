// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/profiling/chrome/provider.hpp>

namespace sluice::inline SLUICE_ABI::hooks {
using Provider = recorder::Provider;
}
