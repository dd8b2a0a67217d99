// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/events/callback_scope.hpp>

namespace sluice::inline SLUICE_ABI {
namespace {

constinit thread_local std::uint32_t depth = 0;

}  // namespace

std::uint32_t& callback_depth() noexcept { return depth; }

}  // namespace sluice::inline SLUICE_ABI
