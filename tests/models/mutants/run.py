# SPDX-License-Identifier: BSL-1.0
"""Plants each fault of table.py, and sees which scenarios find it.

The scenarios that found it last time (finders.txt) are explored first; if one of them finds nothing, the files that
reach the change are, one after the other, until a scenario finds it. A scenario that found nothing is tried on each
mutant that it can notice. Fails if a mutant survives, if a scenario kills none or fails without a fault, or if a
mutation does not apply.
"""

import argparse
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Iterable

import finders
from building import Build, Unbuildable
from table import MUTANTS, Mutant

VERDICT = re.compile(r"^(\S+) +(\d+) executions .*?(holds|FAILS: .*)$", re.MULTILINE)
TROUBLE = (Unbuildable, subprocess.TimeoutExpired)


class Outcome:
    """What became of one mutant."""

    def __init__(self):
        self.kills: dict[str, int] = {}  # scenario -> executions until then
        self.searched = False
        self.trouble = ""
        self.built = 0.0  # seconds
        self.explored = 0.0

    def verdict(self, mutant: Mutant) -> str:
        if self.trouble:
            return f"BROKEN: {self.trouble}"
        return "killed by " + ", ".join(self.kills) if self.kills else f"SURVIVES: {mutant.breaks}"


class Judge:
    """Explores mutants."""

    def __init__(self, build: Build, executions: int):
        self.build = build
        self.executions = executions  # per scenario, walked through, and as many drawn

    def false_alarms(self) -> list[str]:
        """The scenarios that fail without a fault because of the way in which mutants are compiled. That they hold is
        known (models.exhaustive), so a few executions tell."""
        return list(explore(self.build.without_fault(), "--executions", "500"))

    def judge(self, mutant: Mutant, likely: list[str]) -> Outcome:
        outcome = Outcome()
        self.build.forget(mutant)
        try:
            self.attempt(mutant, likely, outcome)
            if not likely or any(name not in outcome.kills for name in likely):
                outcome.searched = True
                self.search(mutant, outcome)
        except TROUBLE as trouble:
            outcome.trouble = str(trouble)
        return outcome

    def search(self, mutant: Mutant, outcome: Outcome) -> None:
        for unit in self.build.distances(mutant):
            if outcome.kills:
                return
            self.attempt(mutant, unit.scenarios, outcome)

    def attempt(self, mutant: Mutant, scenarios: Iterable[str], outcome: Outcome) -> None:
        """Walks through the first executions, then draws as many for those scenarios that found nothing."""
        names = [name for name in scenarios if name in self.build.scenarios]
        if not names:
            return
        start = time.monotonic()
        program = self.build.program(mutant, names)
        built = time.monotonic()
        found = explore(program, "--executions", str(self.executions), *names)
        quiet = [name for name in names if name not in found]
        if quiet:
            drawn = explore(program, "--random", str(self.executions), *quiet)
            found |= {name: self.executions + count for name, count in drawn.items()}
        outcome.kills |= {name: count for name, count in found.items() if name in names}
        outcome.built += built - start
        outcome.explored += time.monotonic() - built

    def rescue(self, scenario: str, outcomes: dict[str, Outcome]) -> None:
        """Tries a scenario that killed none on what it can notice; first on what its neighbours in its file kill."""
        unit = self.build.scenarios[scenario]
        reached = [mutant for mutant in MUTANTS if mutant.name in outcomes and not outcomes[mutant.name].trouble
                   and unit in self.build.distances(mutant)]
        for mutant in sorted(reached, key=lambda mutant: outcomes[mutant.name].kills.keys().isdisjoint(unit.scenarios)):
            outcome = outcomes[mutant.name]
            try:
                self.attempt(mutant, [scenario], outcome)
            except TROUBLE as trouble:
                outcome.trouble = str(trouble)
            if scenario in outcome.kills:
                return


def explore(program: Path, *options: str) -> dict[str, int]:
    """The scenarios in which something went wrong, and after how many executions."""
    done = subprocess.run([program, "--brief", *options], capture_output=True, text=True, timeout=300)
    verdicts = VERDICT.findall(done.stdout)
    if done.returncode not in (0, 1) or not verdicts:
        raise Unbuildable(f"{program} ended with {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return {name: int(count) for name, count, verdict in verdicts if verdict != "holds"}


def idle(outcomes: dict[str, Outcome], scenarios: Iterable[str]) -> list[str]:
    return [name for name in scenarios if not any(name in outcome.kills for outcome in outcomes.values())]


def costs_of(build: Build, mutant: Mutant, outcome: Outcome) -> dict[str, finders.Cost]:
    distances = build.distances(mutant)
    return {name: (distances.get(build.scenarios[name], 0), count) for name, count in outcome.kills.items()}


def report(outcomes: dict[str, Outcome], scenarios: list[str]) -> bool:
    mutants = [mutant for mutant in MUTANTS if mutant.name in outcomes]
    for mutant in mutants:
        print(f"{mutant.name:34} {outcomes[mutant.name].verdict(mutant)}")
    print()
    for name in scenarios:
        count = sum(name in outcome.kills for outcome in outcomes.values())
        print(f"{name:34} kills {count or 'NONE'}")
    killed = sum(bool(outcome.kills) and not outcome.trouble for outcome in outcomes.values())
    searched = sum(outcome.searched for outcome in outcomes.values())
    lazy = len(idle(outcomes, scenarios))
    print(f"{len(mutants)} mutants, {killed} killed, by {len(scenarios) - lazy} of {len(scenarios)} scenarios; "
          f"{searched} had to be searched for{' (--record remembers by whom they are found)' if searched else ''}")
    return killed == len(mutants) and lazy == 0


def judge_all(judge: Judge, mutants: list[Mutant], known: dict[str, list[str]], jobs: int) -> dict[str, Outcome]:
    outcomes = {}
    with ThreadPoolExecutor(jobs) as pool:
        false_alarms = pool.submit(judge.false_alarms if mutants == MUTANTS else list)
        results = pool.map(lambda mutant: judge.judge(mutant, known.get(mutant.name, [])), mutants)
        for mutant, outcome in zip(mutants, results):
            outcomes[mutant.name] = outcome
            print(f"{mutant.name}: built in {outcome.built:.1f} s, explored in {outcome.explored:.1f} s, "
                  f"{outcome.verdict(mutant)[:200]}", file=sys.stderr, flush=True)
        if false_alarms.result():
            raise SystemExit(f"these fail without a fault: {', '.join(false_alarms.result())}")
    return outcomes


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=Path, required=True, help="the root of the tree")
    parser.add_argument("--include", type=Path, required=True, help="where <sluice/config.hpp> of the models is")
    parser.add_argument("--work", type=Path, required=True, help="where the mutants are built")
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--executions", type=int, default=20_000, help="per scenario, walked through and drawn")
    parser.add_argument("--only", default="", help="the beginning of the names of some mutants; scenarios may be idle")
    parser.add_argument("--search", action="store_true", help="do not look where mutants were found last time")
    parser.add_argument("--record", action="store_true", help="write down where mutants were found")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="mutants at a time")
    parser.add_argument("--objects", type=Path, nargs="+", required=True, help="those of sluice-models")
    return parser.parse_args()


def main() -> None:
    arguments = parse()
    build = Build(arguments.source, arguments.include, arguments.work, arguments.compiler, arguments.objects)
    judge = Judge(build, arguments.executions)
    known = finders.read()
    mutants = [mutant for mutant in MUTANTS if mutant.name.startswith(arguments.only)]
    outcomes = judge_all(judge, mutants, {} if arguments.search else known, arguments.jobs)
    scenarios = list(build.scenarios) if not arguments.only else [
        name for name in build.scenarios if any(name in outcome.kills for outcome in outcomes.values())]
    for scenario in idle(outcomes, scenarios):
        judge.rescue(scenario, outcomes)
    if arguments.record:
        others = {name: found for name, found in known.items() if name not in outcomes}
        costs = {mutant.name: costs_of(build, mutant, outcomes[mutant.name]) for mutant in mutants}
        finders.write(finders.choose(costs, others), [mutant.name for mutant in MUTANTS])
    sys.exit(0 if report(outcomes, scenarios) else 1)


if __name__ == "__main__":
    main()
