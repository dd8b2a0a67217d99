// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace sluice_test {

/// How often this program, not the C++ library inside itself, has asked the heap for memory.
[[nodiscard]] std::uint64_t heap_calls() noexcept;

}  // namespace sluice_test
