// SPDX-License-Identifier: BSL-1.0
#include <sluice/profiling/bench/floor/cores.hpp>

#include <vector>

#include <sched.h>

namespace sluice::bench::floor {

namespace {

std::vector<std::uint32_t> find_cores() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  std::vector<std::uint32_t> cores;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) {
    return {0};
  }
  for (std::uint32_t core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(core, &allowed)) {
      cores.push_back(core);
    }
  }
  return cores;
}

// Asked once: afterwards the calling thread may be one that stays on a core.
const std::vector<std::uint32_t>& allowed_cores() {
  static const std::vector<std::uint32_t> cores = find_cores();
  return cores;
}

}  // namespace

std::uint32_t count_cores() noexcept { return static_cast<std::uint32_t>(allowed_cores().size()); }

bool has_several_cores() noexcept { return count_cores() > 1; }

void stay_on_core(std::uint32_t index) noexcept {
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(allowed_cores()[index % count_cores()], &only);
  (void)sched_setaffinity(0, sizeof only, &only);  // 0 is the calling thread
}

}  // namespace sluice::bench::floor
