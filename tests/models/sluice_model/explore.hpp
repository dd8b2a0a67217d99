// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice_model/execution.hpp>
#include <string>
#include <vector>

namespace sluice::model {

/// How to look for executions that go wrong.
struct Search {
  Bounds bounds{};
  bool random = false;           ///< draw executions instead of walking through all of them
  std::uint64_t seed = 1;        ///< of the first random execution
  std::uint64_t executions = 0;  ///< at most; 0 means all (exhaustive) or 1,000,000 (random)
};

/// What a search found.
struct Findings {
  std::uint64_t executions = 0;
  std::string failure;             ///< empty if nothing went wrong
  std::string replay;              ///< the path that shows the failure again, within the same bounds
  std::uint64_t seed = 0;          ///< with which a random search shows it again, as its first execution
  std::vector<std::string> trace;  ///< what happened on it, line by line
};

/// Runs `make`'s scenario until something goes wrong or the search is through.
[[nodiscard]] Findings explore(MakeScenario make, const Search& search);

/// Runs it once along `path`, as `Findings::replay` gave it for these bounds.
[[nodiscard]] Findings replay(MakeScenario make, const Bounds& bounds, const std::string& path);

/// Ends the execution unless `holds`.
void require(bool holds, const char* what);

}  // namespace sluice::model
