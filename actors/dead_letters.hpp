// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/engine/dead_letter.hpp>

namespace sluice::inline SLUICE_ABI {

/// Where the messages of all systems go that nobody will handle: one line each, to the platform.
///
/// Thin on purpose: subscribers and a rate limit come with the EventStream.
[[nodiscard]] engine::DeadLetterSink& dead_letters() noexcept;

}  // namespace sluice::inline SLUICE_ABI
