// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI {

class Inbound;
class Outbound;
class Backpressure;

/// What stands between an actor and its messages; made of an object of the user's by `Middleware`.
class MiddlewareLink {
public:
  // Called by the actor's own runner. What users throw is caught in there.
  virtual void inbound(Inbound& message) noexcept = 0;
  virtual void outbound(Outbound& message) noexcept = 0;
  virtual void backpressure(Backpressure& hint) noexcept = 0;

protected:
  ~MiddlewareLink() = default;
};

/// Links, the outermost first. It and they live longer than the actors that have it.
///
///     MiddlewareChain chain{logging, limits};
///     system.spawn<Worker>({.middleware = &chain});
class MiddlewareChain {
public:
  static constexpr std::size_t capacity = 8;

  template <std::derived_from<MiddlewareLink>... Links>
  constexpr explicit MiddlewareChain(Links&... links) noexcept : links_{&links...}, size_{sizeof...(links)} {
    static_assert(sizeof...(links) <= capacity, "a chain has at most 8 links");
  }

  [[nodiscard]] constexpr std::uint32_t size() const noexcept { return size_; }
  [[nodiscard]] constexpr MiddlewareLink& operator[](std::uint32_t index) const noexcept { return *links_[index]; }

private:
  MiddlewareLink* links_[capacity];
  std::uint32_t size_;
};

}  // namespace sluice::inline SLUICE_ABI
