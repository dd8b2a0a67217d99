// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>

namespace sluice::inline SLUICE_ABI {

/// How long an actor waits before it starts anew: `first`, and twice as long each further time in one window, up to `most`.
struct Backoff {
  Duration first{};  ///< zero: it does not wait
  Duration most = Duration::max();
  std::uint32_t jitter_percent =
      0;  ///< up to so much longer, at random: those who failed together do not return together
};

/// What the `restart`th one of a window waits, the first being 1; `random` is any number.
[[nodiscard]] constexpr Duration delay_of(const Backoff& backoff, std::uint32_t restart,
                                          std::uint64_t random) noexcept {
  const std::int64_t most = backoff.most.count();
  std::int64_t delay = backoff.first.count() < most ? backoff.first.count() : most;
  for (std::uint32_t before = 1; before < restart && delay > 0 && delay < most; ++before) {
    delay = delay > most / 2 ? most : delay * 2;
  }
  const std::int64_t span = delay / 100 * backoff.jitter_percent + delay % 100 * backoff.jitter_percent / 100;
  const auto share = static_cast<std::int64_t>(random % 65536);
  const std::int64_t more = span / 65536 * share + span % 65536 * share / 65536;
  return delay > Duration::max().count() - more ? Duration::max() : Duration{delay + more};
}

/// Spreads numbers that are close to each other. The same for the same ones: what is drawn by it can be repeated.
[[nodiscard]] constexpr std::uint64_t scatter(std::uint64_t number) noexcept {
  number += 0x9E37'79B9'7F4A'7C15u;  // splitmix64
  number = (number ^ (number >> 30)) * 0xBF58'476D'1CE4'E5B9u;
  number = (number ^ (number >> 27)) * 0x94D0'49BB'1331'11EBu;
  return number ^ (number >> 31);
}

}  // namespace sluice::inline SLUICE_ABI
