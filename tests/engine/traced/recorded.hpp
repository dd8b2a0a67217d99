// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

namespace sluice_test {

/// What the hooks of this program were told, in order.
extern std::vector<std::string> recorded;

}  // namespace sluice_test
