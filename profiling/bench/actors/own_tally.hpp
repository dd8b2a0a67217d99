// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/profiling/bench/verify.hpp>

#include <utility>

namespace sluice::bench {

/// What an actor counts, within the actor itself as users have it. Written where the workload looks when the actor ends.
class OwnTally {
public:
  explicit OwnTally(Tally& result) noexcept : result_{&result} {}
  OwnTally(OwnTally&& other) noexcept : tally_{other.tally_}, result_{std::exchange(other.result_, nullptr)} {}
  OwnTally& operator=(OwnTally&&) = delete;
  ~OwnTally() {
    if (result_ != nullptr) {
      *result_ = tally_;
    }
  }

  void add(std::int64_t value) noexcept { tally_.add(static_cast<std::uint64_t>(value)); }
  [[nodiscard]] std::uint64_t count() const noexcept { return tally_.count; }

private:
  Tally tally_;
  Tally* result_;
};

}  // namespace sluice::bench
