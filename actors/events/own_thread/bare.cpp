// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/events/own_thread.hpp>

namespace sluice::inline SLUICE_ABI::own_thread {
namespace {

constinit std::uint32_t depth = 0;  // interrupts leave it as they found it, so it needs no protection from them

}  // namespace

std::uint32_t& callback_depth() noexcept { return depth; }
void give_way() noexcept {}  // what could be waited for is below on the one stack, and is not waited for

}  // namespace sluice::inline SLUICE_ABI::own_thread
