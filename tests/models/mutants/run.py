# SPDX-License-Identifier: BSL-1.0
"""Plants each fault of table.py in a copy of the engine, and sees which scenarios find it.

Only what includes the changed file is compiled again; the other objects are those of sluice-models. Only the scenarios
whose file reaches the changed one are explored. Fails if a mutant survives, if a scenario kills none, or if a mutation
does not apply.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from table import MUTANTS, Mutant

FLAGS = ["-std=c++23", "-O1", "-w", "-fno-exceptions", "-fno-rtti", "-fpch-preprocess"]
STANDARD = ["algorithm", "array", "atomic", "bit", "chrono", "concepts", "cstdint", "cstdio", "cstdlib", "expected",
            "new", "span", "string", "string_view", "type_traits", "utility", "vector"]
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
ENTRY = re.compile(r'^\s*\{"([\w.]+)",', re.MULTILINE)  # of a scenario file's table
VERDICT = re.compile(r"^(\S+) +\d+ executions .*?(holds|FAILS: (.*))$", re.MULTILINE)


class Unit:
    """One source of sluice-models, with its object and the headers of ours that it includes."""

    def __init__(self, source: Path, object_file: Path, headers: set[Path]):
        self.source = source
        self.object = object_file
        self.headers = headers

    def depends_on(self, file: Path) -> bool:
        return file == self.source or file in self.headers

    def implements(self) -> str:
        """The name of its header: its own, or without its last words, as of mailbox_posting.cpp that of mailbox.hpp."""
        name = self.source.stem
        while "_" in name and not self.source.with_name(f"{name}.hpp").is_file():
            name = name.rpartition("_")[0]
        return name


class Build:
    """How sluice-models was built, and where from."""

    def __init__(self, arguments):
        self.root = arguments.source
        self.models = self.root / "tests" / "models"
        self.include = arguments.include
        self.work = arguments.work
        self.compiler = [*arguments.launcher.split(), arguments.compiler]
        self.units = [self.unit_of(o) for o in arguments.objects]
        self.standard = self.precompile()
        self.scenarios = self.named_scenarios()

    def precompile(self) -> Path:
        """The standard headers, which take longer than our sources, parsed once: no two results are the same, so with
        a new one the compiler's cache would never hit."""
        header, key = self.work / "standard.hpp", self.work / "standard.key"
        version = subprocess.run([self.compiler[-1], "--version"], capture_output=True, text=True, check=True).stdout
        wanted = " ".join([version, *FLAGS, *STANDARD])
        if not key.is_file() or key.read_text() != wanted:
            self.work.mkdir(parents=True, exist_ok=True)
            header.write_text("".join(f"#include <{name}>\n" for name in STANDARD))
            self.call([self.compiler[-1], *FLAGS, "-x", "c++-header", header, "-o", f"{header}.gch"])
            key.write_text(wanted)
        return header

    def unit_of(self, object_file: Path) -> Unit:
        source = self.source_of(object_file)
        return Unit(source, object_file, self.headers(source, self.backends()))

    def source_of(self, object_file: Path) -> Path:
        parts = object_file.with_suffix("").parts
        folder = next(i for i, part in enumerate(parts) if part.endswith(".dir"))
        inside = Path(*(part for part in parts[folder + 1 :] if part != "__"))
        candidates = [self.models / inside, self.root / inside]
        return next(path for path in candidates if path.is_file())

    def headers(self, path: Path, known: set[Path]) -> set[Path]:
        """Ours, that `path` includes; found by text, which is exact enough: we have no conditional includes."""
        for name in INCLUDE.findall(path.read_text()):
            places = [path.parent / name, self.models / name, self.root / name.removeprefix("sluice/")]
            found = next((place for place in places if place.is_file()), None)
            if found is not None and found not in known:
                known.add(found)
                self.headers(found, known)
        return known

    def reach(self, unit: Unit) -> set[Path]:
        """What `unit` can call into: its own files, and those of the sources behind the headers that it includes."""
        known = {unit.source, *unit.headers}
        waiting = list(unit.headers)
        while waiting:
            name = waiting.pop().stem
            for behind in (other for other in self.units if other.implements() == name):
                found = {behind.source, *behind.headers} - known
                known |= found
                waiting += found
        return known

    def named_scenarios(self) -> dict[str, set[Path]]:
        """Scenario -> what its file reaches; in the order of sluice-models, which must know the same ones."""
        program = self.link([unit.object for unit in self.units], self.work / "sluice-models")
        listed = subprocess.run([program, "--list"], capture_output=True, text=True, check=True).stdout
        names = [line.split()[0] for line in listed.splitlines()]
        found = {}
        for unit in self.units:
            entries = ENTRY.findall(unit.source.read_text()) if unit.source.parent.name == "scenarios" else []
            found |= dict.fromkeys(entries, self.reach(unit))
        if sorted(found) != sorted(names):
            raise SystemExit(f"not in both, the tables and --list: {sorted(set(found) ^ set(names))}")
        return {name: found[name] for name in names}

    def affected(self, mutant: Mutant) -> list[str]:
        """The scenarios that can notice the mutant."""
        changed = self.root / "engine" / mutant.file
        return [name for name, reached in self.scenarios.items() if changed in reached]

    def plant(self, mutant: Mutant) -> Path:
        """A copy of the engine with the fault, as an include root."""
        root = self.work / mutant.name
        shutil.rmtree(root, ignore_errors=True)
        shutil.copytree(self.root / "engine", root / "sluice" / "engine")
        shutil.copy(self.include / "sluice" / "config.hpp", root / "sluice")
        file = root / "sluice" / "engine" / mutant.file
        pattern = r"\s+".join(map(re.escape, mutant.find.split()))
        text, count = re.subn(pattern, lambda _: mutant.replace, file.read_text())
        if count != 1:
            raise SystemExit(f"{mutant.name}: its text occurs {count} times in engine/{mutant.file}")
        file.write_text(text)
        return root

    def program(self, mutant: Mutant) -> Path:
        root = self.plant(mutant)
        changed = self.root / "engine" / mutant.file
        objects = []
        for unit in self.units:
            objects.append(self.compile(unit, root) if unit.depends_on(changed) else unit.object)
        return self.link(objects, root / "sluice-models")

    def link(self, objects: list[Path], program: Path) -> Path:
        self.call([self.compiler[-1], *objects, "-o", program])
        return program

    def backends(self) -> set[Path]:
        """What every engine header includes by way of a macro; never mutated."""
        return {self.models / "sluice_model" / "atomic.hpp", self.models / "sluice_model" / "mutex.hpp"}

    def compile(self, unit: Unit, root: Path) -> Path:
        engine = self.root / "engine"
        is_engine = unit.source.is_relative_to(engine)
        source = root / "sluice" / "engine" / unit.source.relative_to(engine) if is_engine else unit.source
        target = root / ("-".join(unit.source.relative_to(self.root).with_suffix(".o").parts))
        places = [f"-I{root}", f"-I{self.models}", "-include", self.standard]
        self.call([*self.compiler, *FLAGS, *places, "-c", source, "-o", target])
        return target

    @staticmethod
    def call(command) -> None:
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(map(str, command[-6:]))}\n{done.stdout}{done.stderr}")


def explore(program: Path, *options: str) -> dict[str, str]:
    """Scenario -> what went wrong in it, or nothing."""
    done = subprocess.run([program, "--brief", *options], capture_output=True, text=True, timeout=300)
    verdicts = {name: what for name, _, what in VERDICT.findall(done.stdout)}
    if done.returncode not in (0, 1) or not verdicts:
        raise SystemExit(f"{program} ended with {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return verdicts


class Outcome(NamedTuple):
    verdicts: dict[str, str]
    built: float  # seconds
    explored: float


def judge(build: Build, mutant: Mutant, executions: int) -> Outcome:
    """Walks through the first executions, then draws as many for those scenarios that found nothing."""
    start = time.monotonic()
    scenarios = build.affected(mutant)
    if not scenarios:
        raise SystemExit(f"{mutant.name}: no scenario reaches engine/{mutant.file}")
    program = build.program(mutant)
    built = time.monotonic()
    verdicts = explore(program, "--executions", str(executions), *scenarios)
    quiet = [name for name, failure in verdicts.items() if not failure]
    if quiet:
        verdicts |= explore(program, "--random", str(executions), *quiet)
    return Outcome(verdicts, built - start, time.monotonic() - built)


def report(table: dict[str, dict[str, str]], scenarios: list[str]) -> bool:
    kills = dict.fromkeys(scenarios, 0)
    for mutant in (mutant for mutant in MUTANTS if mutant.name in table):
        found = [name for name, failure in table[mutant.name].items() if failure]
        print(f"{mutant.name:34} {'killed by ' + ', '.join(found) if found else 'SURVIVES: ' + mutant.breaks}")
        for name in found:
            kills[name] += 1
    print()
    for name, count in kills.items():
        print(f"{name:34} kills {count or 'NONE'}")
    survivors = [name for name, verdicts in table.items() if not any(verdicts.values())]
    idle = [name for name, count in kills.items() if count == 0]
    print(f"{len(table)} mutants, {len(table) - len(survivors)} killed, "
          f"by {len(kills) - len(idle)} of {len(kills)} scenarios")
    return not survivors and not idle


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=Path, required=True, help="the root of the tree")
    parser.add_argument("--include", type=Path, required=True, help="where <sluice/config.hpp> of the models is")
    parser.add_argument("--work", type=Path, required=True, help="where the mutants are built")
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--launcher", default="", help="such as ccache")
    parser.add_argument("--executions", type=int, default=20_000, help="per scenario, walked through and drawn")
    parser.add_argument("--only", default="", help="the beginning of the names of some mutants")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="mutants at a time")
    parser.add_argument("--objects", type=Path, nargs="+", required=True, help="those of sluice-models")
    arguments = parser.parse_args()

    build = Build(arguments)
    mutants = [mutant for mutant in MUTANTS if mutant.name.startswith(arguments.only)]
    table = {}
    with ThreadPoolExecutor(arguments.jobs) as pool:
        outcomes = pool.map(lambda mutant: judge(build, mutant, arguments.executions), mutants)
        for mutant, outcome in zip(mutants, outcomes):
            table[mutant.name] = outcome.verdicts
            print(f"{mutant.name}: built in {outcome.built:.1f} s, "
                  f"{len(outcome.verdicts)} scenarios explored in {outcome.explored:.1f} s", file=sys.stderr, flush=True)
    sys.exit(0 if report(table, list(build.scenarios)) else 1)


if __name__ == "__main__":
    main()
