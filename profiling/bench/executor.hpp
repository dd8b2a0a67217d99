// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sluice::bench {

/// What runs the messages of a workload. `manual` is one thread that drives everything by hand.
enum class Executor : std::uint8_t { taskflow, tbb, threads, manual };

/// All of them, in the order of the command line's help.
inline constexpr std::array all_executors{Executor::taskflow, Executor::tbb, Executor::threads, Executor::manual};

/// The word for `executor` on the command line and in the output.
[[nodiscard]] std::string_view name_of(Executor executor) noexcept;

/// The executor called `name`, if there is one.
[[nodiscard]] std::optional<Executor> executor_named(std::string_view name) noexcept;

}  // namespace sluice::bench
