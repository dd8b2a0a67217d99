// SPDX-License-Identifier: BSL-1.0
#include <sluice/profiling/bench/thread_usage.hpp>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

namespace sluice::bench {

ThreadUsage ThreadUsage::of(std::string_view name) {
  ThreadUsage usage{std::chrono::steady_clock::now(), {}};
  for (const auto& thread : std::filesystem::directory_iterator{"/proc/self/task"}) {
    std::string called;
    std::int64_t nanoseconds = 0;
    std::getline(std::ifstream{thread.path() / "comm"}, called);
    if (called == name && std::ifstream{thread.path() / "schedstat"} >> nanoseconds) {
      usage.cpu += std::chrono::nanoseconds{nanoseconds};
    }
  }
  return usage;
}

}  // namespace sluice::bench
