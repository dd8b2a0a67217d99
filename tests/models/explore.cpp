// SPDX-License-Identifier: BSL-1.0
#include <sluice_model/explore.hpp>

namespace sluice::model {

Findings explore(MakeScenario make, const Search& search) {
  Choices choices = search.random ? Choices::random(search.seed) : Choices::exhaustive();
  const std::uint64_t limit = search.executions != 0 ? search.executions : search.random ? 1'000'000 : UINT64_MAX;
  Execution execution{search.bounds};
  Findings findings;
  do {
    choices.begin(findings.executions++);
    findings.failure = execution.run(make, choices, nullptr);
    if (!findings.failure.empty()) {
      Findings repeated = replay(make, search.bounds, to_text(choices.path()));
      repeated.seed = Choices::seed_of(search.seed, findings.executions - 1);
      repeated.executions = findings.executions;
      return repeated;
    }
  } while (findings.executions < limit && choices.advance());
  return findings;
}

Findings replay(MakeScenario make, const Bounds& bounds, const std::string& path) {
  Choices choices = Choices::replay(path_from(path));
  choices.begin(0);
  Execution execution{bounds};
  Trace trace;
  Findings findings;
  findings.executions = 1;
  findings.failure = execution.run(make, choices, &trace);
  findings.replay = path;
  findings.trace = trace.lines();
  return findings;
}

void require(bool holds, const char* what) {
  if (!holds) {
    Execution::current()->fail(what);
  }
}

}  // namespace sluice::model
