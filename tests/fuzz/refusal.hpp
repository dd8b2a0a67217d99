// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace sluice_fuzz {

/// Asks for one of the queues that cannot be made, chosen by `argument`, and expects to be refused.
void expect_refusal(std::uint8_t argument);

}  // namespace sluice_fuzz
