// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

namespace sluice_test {

/// What the hooks of this program were told, in order.
extern std::vector<std::string> recorded;
/// Whose slice began last.
extern const void* last_slice;
/// What they say when somebody looks.
extern bool is_watching;

}  // namespace sluice_test
