// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// A future that was made with a `Message`. Whoever lets coroutines wait for it can tell what stands in the expression: see
/// `integrations/coroutine/README.md` for a compiler that gets some of them wrong.
template <class Future, class Message>
class Carrying : public Future {
public:
  using Carried = Message;

  explicit(false) Carrying(Future&& future) noexcept : Future{std::move(future)} {}
};

}  // namespace sluice::inline SLUICE_ABI
