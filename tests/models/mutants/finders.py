# SPDX-License-Identifier: BSL-1.0
"""Remembers which scenarios find which mutant, so that the next run looks there first.

finders.txt has a line `MUTANT SCENARIO...` per mutant. It says where to look, never what is true: a run explores the
named scenarios, and searches on where one of them finds nothing.
"""

from pathlib import Path
from typing import Iterable

FILE = Path(__file__).with_name("finders.txt")
TITLE = "# Which scenarios find which mutant; written by run.py --record.\n"

Cost = tuple[int, int]  # the units to compile for a scenario, and the executions until it found the mutant


def read() -> dict[str, list[str]]:
    lines = FILE.read_text().splitlines() if FILE.is_file() else []
    words = [line.split() for line in lines if line and not line.startswith("#")]
    return {mutant: scenarios for mutant, *scenarios in words}


def write(finders: dict[str, list[str]], mutants: Iterable[str]) -> None:
    """In the order of `mutants`; those that are not among them are gone."""
    lines = (" ".join([name, *finders[name]]) for name in mutants if name in finders)
    FILE.write_text(TITLE + "".join(f"{line}\n" for line in lines))


def choose(costs: dict[str, dict[str, Cost]], others: dict[str, list[str]]) -> dict[str, list[str]]:
    """For each mutant the few scenarios to look at next time, so that each scenario is named somewhere; `others` are
    the mutants that were not judged now."""
    chosen = {mutant: [] for mutant, found in costs.items() if found} | others
    named = {scenario for found in others.values() for scenario in found}
    finds: dict[str, list[str]] = {}
    for mutant, found in costs.items():
        for scenario in found:
            finds.setdefault(scenario, []).append(mutant)
    for scenario in sorted(set(finds) - named, key=lambda name: (len(finds[name]), name)):
        # Preferably one of a source: it is compiled alone, so another scenario costs next to nothing.
        best = min(finds[scenario], key=lambda mutant: (costs[mutant][scenario][0], len(chosen[mutant]), mutant))
        chosen[best].append(scenario)
    for mutant in (name for name, found in chosen.items() if not found):
        chosen[mutant] = [min(costs[mutant], key=lambda scenario: (costs[mutant][scenario], scenario))]
    return chosen
