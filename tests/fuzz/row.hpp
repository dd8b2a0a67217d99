// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>

namespace sluice_fuzz {

inline constexpr std::size_t places = 8;  ///< futures of one sort at a time
inline constexpr std::size_t wakers = 2;  ///< per future, so that a poll can bring another one than the last

/// How often each waker of each place was called.
using Wakes = std::array<std::array<std::uint32_t, wakers>, places>;

/// What `engine::WaitQueue` promises, for one thread and with a plain list: who waits, whose turn it is, who is woken.
class Row {
public:
  /// A poll begins: the place is in the row from here on. True if it may try.
  [[nodiscard]] bool enlist(std::size_t place) {
    const bool nobody_was_told = told_ == 0;
    switch (stages_[place]) {
      case Stage::queued: return waiting_.front() == place && nobody_was_told;
      case Stage::told:
        --told_;
        waiting_.push_front(place);
        stages_[place] = Stage::queued;
        return true;
      case Stage::absent:
      case Stage::served: break;
    }
    const bool is_alone = waiting_.empty() && nobody_was_told;
    waiting_.push_back(place);
    stages_[place] = Stage::queued;
    return is_alone;
  }

  /// The poll ends without luck.
  void keep(std::size_t place, std::size_t waker) { kept_[place] = waker; }

  /// It got what it waited for.
  void serve(std::size_t place) {
    std::erase(waiting_, place);
    stages_[place] = Stage::served;
  }
  void serve_and_wake(std::size_t place) {
    serve(place);
    ++wakes_[place][kept_[place]];
  }

  /// The first may try.
  void tell_one() {
    if (!waiting_.empty()) {
      const std::size_t first = waiting_.front();
      waiting_.pop_front();
      stages_[first] = Stage::told;
      ++told_;
      ++wakes_[first][kept_[first]];
    }
  }
  void tell_all() {
    while (!waiting_.empty()) {
      tell_one();
    }
  }

  /// The place is given up; what it was told, the next one is.
  void leave(std::size_t place) {
    const Stage before = stages_[place];
    std::erase(waiting_, place);
    stages_[place] = Stage::absent;
    if (before == Stage::told) {
      --told_;
      tell_one();
    }
  }

  [[nodiscard]] bool is_empty() const { return waiting_.empty(); }
  [[nodiscard]] std::size_t front() const { return waiting_.front(); }
  [[nodiscard]] bool is_served(std::size_t place) const { return stages_[place] == Stage::served; }
  /// Nobody waits, or somebody was told and will tell the next.
  [[nodiscard]] bool will_move() const { return waiting_.empty() || told_ != 0; }
  [[nodiscard]] const Wakes& wakes() const { return wakes_; }

private:
  enum class Stage : std::uint8_t { absent, queued, told, served };

  std::deque<std::size_t> waiting_;
  std::array<Stage, places> stages_{};
  std::array<std::size_t, places> kept_{};
  std::uint32_t told_ = 0;
  Wakes wakes_{};
};

}  // namespace sluice_fuzz
