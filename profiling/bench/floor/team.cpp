// SPDX-License-Identifier: BSL-1.0
#include <sluice/profiling/bench/floor/team.hpp>

#include <sluice/profiling/bench/floor/cores.hpp>

#include <algorithm>
#include <latch>
#include <thread>
#include <vector>

namespace sluice::bench::floor {

namespace {

using Clock = std::chrono::steady_clock;

struct Shift {
  Clock::time_point begin;
  Clock::time_point end;
};

}  // namespace

std::chrono::nanoseconds time_team(std::uint32_t members, const std::function<void(std::uint32_t member)>& work) {
  const bool has_core_each = members > 1 && members <= count_cores();
  std::latch gate(members);
  std::vector<Shift> shifts(members);
  {
    std::vector<std::jthread> team;
    team.reserve(members);
    team.reserve(members);
    for (std::uint32_t member = 0; member < members; ++member) {
      team.emplace_back([&, member] {
        if (has_core_each) {
          stay_on_core(member);
        }
        gate.arrive_and_wait();
        const Clock::time_point begin = Clock::now();
        work(member);
        shifts[member] = {begin, Clock::now()};
      });
    }
  }
  return std::ranges::max(shifts, {}, &Shift::end).end - std::ranges::min(shifts, {}, &Shift::begin).begin;
}

}  // namespace sluice::bench::floor
