// SPDX-License-Identifier: BSL-1.0
#include <sluice/profiling/bench/verify.hpp>

#include <cstdlib>
#include <iostream>
#include <string>

namespace sluice::bench {

void fail(std::string_view sentence) {
  std::cerr << "sluice-bench: " << sentence << '\n';
  std::abort();
}

void verify_equal(std::string_view what, std::uint64_t expected, std::uint64_t actual) {
  if (actual == expected) {
    return;
  }
  fail(std::string(what) + " is " + std::to_string(actual) + " instead of " + std::to_string(expected));
}

std::uint64_t verify_tally(std::string_view workload, const Tally& expected, const Tally& actual) {
  verify_equal(std::string(workload) + ": count of messages", expected.count, actual.count);
  verify_equal(std::string(workload) + ": sum of messages", expected.sum, actual.sum);
  return actual.count;
}

}  // namespace sluice::bench
