// SPDX-License-Identifier: BSL-1.0
#include <sched.h>

#include <sluice/actors/events/own_thread.hpp>

namespace sluice::inline SLUICE_ABI::own_thread {
namespace {

constinit thread_local std::uint32_t depth = 0;

}  // namespace

std::uint32_t& callback_depth() noexcept { return depth; }
void give_way() noexcept { sched_yield(); }

}  // namespace sluice::inline SLUICE_ABI::own_thread
