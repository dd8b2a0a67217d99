// SPDX-License-Identifier: BSL-1.0
#include <sluice/profiling/bench/executors.hpp>
#include <sluice/profiling/bench/verify.hpp>

namespace sluice::bench {

std::unique_ptr<ExecutorOwner> make_tbb_executor(const schedule::ExecutorSettings&) {
  fail("there was no TBB to build with");
}

std::unique_ptr<ExecutorOwner> make_shared_tbb_executor(const schedule::ExecutorSettings&) {
  fail("there was no TBB to build with");
}

}  // namespace sluice::bench
