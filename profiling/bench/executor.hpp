// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sluice::bench {

/// What runs the messages of a workload. The shared ones run beside a user's own tasks, on the user's `tf::Executor` or
/// `tbb::task_arena`. `naive` submits a Taskflow task per slice: what ours is compared with. `manual` is one thread that
/// drives everything by hand.
enum class Executor : std::uint8_t { taskflow, tbb, threads, taskflow_shared, tbb_shared, naive, manual };

/// All of them, in the order of the command line's help.
inline constexpr std::array all_executors{
    Executor::taskflow,   Executor::tbb,   Executor::threads, Executor::taskflow_shared,
    Executor::tbb_shared, Executor::naive, Executor::manual,
};

/// The word for `executor` on the command line and in the output.
[[nodiscard]] std::string_view name_of(Executor executor) noexcept;

/// The executor called `name`, if there is one.
[[nodiscard]] std::optional<Executor> executor_named(std::string_view name) noexcept;

/// The names of all, with `separator` between them.
[[nodiscard]] std::string executor_names(std::string_view separator);

}  // namespace sluice::bench
