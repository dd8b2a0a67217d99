// SPDX-License-Identifier: BSL-1.0
// The default executor of a hosted build, chosen by the CMake option SLUICE_EXECUTOR.
#include <new>
#include <sluice/engine/executor.hpp>
#include <sluice/graph/schedule/tbb_executor.hpp>

namespace sluice::inline SLUICE_ABI::engine {

Executor* make_default_executor() noexcept { return new (std::nothrow) schedule::TbbExecutor; }

void destroy_default_executor(Executor* executor) noexcept { delete static_cast<schedule::TbbExecutor*>(executor); }

}  // namespace sluice::inline SLUICE_ABI::engine
