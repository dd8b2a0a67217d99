// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/actors/config/descriptors.hpp>
#include <sluice/config.hpp>
#include <span>
#include <string_view>

namespace sluice::inline SLUICE_ABI {

/// The one that fits an actor called `name`, or nameless, below `parent` best; null if none does.
[[nodiscard]] const Deploy* find_deployment(std::span<const Deploy> deployments, std::string_view parent,
                                            std::string_view name) noexcept;

}  // namespace sluice::inline SLUICE_ABI
