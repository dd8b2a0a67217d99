# SPDX-License-Identifier: BSL-1.0
"""Builds sluice-models with one file changed: only with some of its scenarios, and only from what these need."""

import re
import shutil
import subprocess
from functools import cached_property
from pathlib import Path
from typing import Iterable, NamedTuple

from table import Mutant

FLAGS = ["-std=c++23", "-O0", "-w"]  # compiling takes longer than the few executions until a fault is found
ENGINE_FLAGS = ["-fno-exceptions", "-fno-rtti"]
STANDARD = ["algorithm", "array", "atomic", "bit", "chrono", "concepts", "cstdint", "cstdio", "cstdlib", "expected",
            "new", "span", "string", "string_view", "type_traits", "utility", "vector"]
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
ENTRY = re.compile(r'^\s*\{"([\w.]+)",', re.MULTILINE)  # of a scenario file's table
TABLE = re.compile(r"std::span<const NamedScenario> (\w+)\(\);")  # its declaration


class Unbuildable(Exception):
    """A mutation that does not apply, or does not compile."""


class Symbols(NamedTuple):
    """Of an object: what others may use, and what it needs from others."""

    defined: set[str]
    shared: set[str]  # of those, the inline ones, which every user defines too
    missing: set[str]


class Unit:
    """One source of sluice-models, with its object and the headers of ours that it includes."""

    def __init__(self, source: Path, object_file: Path, headers: set[Path]):
        self.source = source
        self.object = object_file
        self.headers = headers

    def depends_on(self, file: Path) -> bool:
        return file == self.source or file in self.headers

    @cached_property
    def scenarios(self) -> list[str]:
        return ENTRY.findall(self.source.read_text()) if self.source.parent.name == "scenarios" else []

    @cached_property
    def symbols(self) -> Symbols:
        return symbols_of(self.object)


class Build:
    """How sluice-models was built, and where from."""

    def __init__(self, source: Path, include: Path, work: Path, compiler: str, objects: list[Path]):
        self.root = source
        self.models = source / "tests" / "models"
        self.include = include
        self.work = work
        self.compiler = compiler
        self.work.mkdir(parents=True, exist_ok=True)
        self.standard = {engine: self.precompile(engine) for engine in (False, True)}
        self.units = [self.unit_of(path) for path in objects]
        self.providers = self.find_providers()
        self.start = [next(unit for unit in self.units if unit.source == self.models / "main.cpp"), self.no_scenarios()]
        self.scenarios = self.named_scenarios()

    # --- What there is ----------------------------------------------------------------------------------------------
    def unit_of(self, object_file: Path) -> Unit:
        source = self.source_of(object_file)
        return Unit(source, object_file, self.headers(source, self.backends()))

    def source_of(self, object_file: Path) -> Path:
        """CMake puts the object of FOLDER/X.cpp at BUILD/FOLDER/CMakeFiles/TARGET.dir/X.cpp.o; `..` becomes `__`."""
        parts = object_file.with_suffix("").parts
        end = parts.index("CMakeFiles")
        inside = [".." if part == "__" else part for part in parts[end + 2 :]]
        for begin in range(1, end + 1):
            source = self.root.joinpath(*parts[begin:end], *inside).resolve()
            if source.is_file():
                return source
        raise SystemExit(f"{object_file}: where is its source?")

    def headers(self, path: Path, known: set[Path]) -> set[Path]:
        """Ours, that `path` includes; found by text, which is exact enough: we have no conditional includes."""
        for name in INCLUDE.findall(path.read_text()):
            places = [path.parent / name, self.models / name, self.root / name.removeprefix("sluice/")]
            found = next((place for place in places if place.is_file()), None)
            if found is not None and found not in known:
                known.add(found)
                self.headers(found, known)
        return known

    def backends(self) -> set[Path]:
        """What every engine header includes by way of a macro; never mutated."""
        return {self.models / "sluice_model" / "atomic.hpp", self.models / "sluice_model" / "mutex.hpp"}

    def find_providers(self) -> dict[str, Unit]:
        """Symbol -> the unit to take it from, preferably one that is not inline there."""
        found = {}
        for unit in self.units:
            found |= {name: unit for name in unit.symbols.shared if name not in found}
        for unit in self.units:
            found |= dict.fromkeys(unit.symbols.defined - unit.symbols.shared, unit)
        return found

    def named_scenarios(self) -> dict[str, Unit]:
        """Scenario -> its file; in the order of sluice-models, which must know the same ones."""
        program = self.link([unit.object for unit in self.units], self.work / "sluice-models")
        listed = subprocess.run([program, "--list"], capture_output=True, text=True, check=True).stdout
        names = [line.split()[0] for line in listed.splitlines()]
        found = {name: unit for unit in self.units for name in unit.scenarios}
        if sorted(found) != sorted(names):
            raise SystemExit(f"not in both, the tables and --list: {sorted(set(found) ^ set(names))}")
        return {name: found[name] for name in names}

    @cached_property
    def reached(self) -> dict[Unit, list[Unit]]:
        """Scenario file -> the units that it is linked with."""
        return {unit: [part for part, _ in self.gather([unit])] for unit in dict.fromkeys(self.scenarios.values())}

    def changed(self, mutant: Mutant) -> Path:
        """The file that the mutant changes."""
        return next((path for path in (self.root / "engine" / mutant.file, self.root / mutant.file) if path.is_file()),
                    self.root / mutant.file)

    def distances(self, mutant: Mutant) -> dict[Unit, int]:
        """The scenario files that can notice the mutant -> how many units must be compiled for them; nearest first."""
        file = self.changed(mutant)
        found = {unit: sum(part.depends_on(file) for part in parts) for unit, parts in self.reached.items()}
        return {unit: found[unit] for unit in sorted(found, key=lambda unit: found[unit]) if found[unit] > 0}

    # --- What is built ----------------------------------------------------------------------------------------------
    def program(self, mutant: Mutant, scenarios: Iterable[str]) -> Path:
        """sluice-models with the fault, knowing the files of the named scenarios only."""
        place = self.work / mutant.name
        if not place.is_dir():
            self.plant(mutant, place)
        chosen = list(dict.fromkeys(self.scenarios[name] for name in scenarios))
        parts = self.gather([*self.start, *chosen], self.changed(mutant), place)
        return self.link([path for _, path in parts], place / "sluice-models")

    def without_fault(self) -> Path:
        """All of sluice-models, compiled as mutants are."""
        place = self.work / "without_fault"
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        everywhere = self.models / "sluice_model" / "atomic.hpp"
        parts = self.gather([*self.start, *self.reached], everywhere, place)
        return self.link([path for _, path in parts], place / "sluice-models")

    def plant(self, mutant: Mutant, place: Path) -> None:
        """The changed file, to be found before the true one."""
        file = self.changed(mutant)
        if not file.is_file():
            raise Unbuildable(f"there is no {mutant.file}")
        pattern = r"\s+".join(map(re.escape, mutant.find.split()))
        text, count = re.subn(pattern, lambda _: mutant.replace, file.read_text())
        if count != 1:
            raise Unbuildable(f"its text occurs {count} times in {mutant.file}")
        copy = place / "sluice" / file.relative_to(self.root)
        copy.parent.mkdir(parents=True)
        copy.write_text(text)

    def gather(self, roots: list[Unit], changed: Path | None = None, place: Path | None = None):
        """What a linker would take from an archive for `roots`: pairs of unit and object, compiled again if the unit
        depends on the change, and before its symbols are looked at: a mutant may call what the true code does not."""
        parts, defined, missing = {}, set(), set()
        waiting = roots
        while waiting:
            for unit in waiting:
                again = changed is not None and unit.depends_on(changed)
                parts[unit] = self.compile(unit.source, place, changed) if again else unit.object
                symbols = symbols_of(parts[unit]) if again else unit.symbols
                defined |= symbols.defined
                missing |= symbols.missing
            wanted = (self.providers.get(name) for name in sorted(missing - defined))
            waiting = [unit for unit in dict.fromkeys(wanted) if unit is not None and unit not in parts]
        return list(parts.items())

    def compile(self, source: Path, place: Path, changed: Path | None = None) -> Path:
        """An object in `place`, whose headers come first; an object that is there already is kept."""
        inside = source.relative_to(self.root)
        target = place / "-".join(inside.with_suffix(".o").parts)
        if target.is_file():
            return target
        engine = inside.parts[0] == "engine"
        flags = [*FLAGS, *(ENGINE_FLAGS if engine else [])]
        folders = [f"-I{folder}" for folder in (place, self.include, self.models)]
        text = place / "sluice" / inside if source == changed else source
        run([self.compiler, *flags, *folders, "-include", self.standard[engine], "-c", text, "-o", target])
        return target

    def precompile(self, engine: bool) -> Path:
        """The standard headers, which take longer than our sources, parsed once."""
        header = self.work / ("standard-engine.hpp" if engine else "standard.hpp")
        header.write_text("".join(f"#include <{name}>\n" for name in STANDARD))
        flags = [*FLAGS, *(ENGINE_FLAGS if engine else [])]
        run([self.compiler, *flags, "-x", "c++-header", header, "-o", f"{header}.gch"])
        return header

    def no_scenarios(self) -> Unit:
        """An empty table for each file of scenarios, which gives way to the true one if that is linked too."""
        source, target = self.work / "no_scenarios.cpp", self.work / "no_scenarios.o"
        names = TABLE.findall((self.models / "sluice_model" / "scenarios.hpp").read_text())
        empty = "[[gnu::weak]] std::span<const NamedScenario> {}() {{ return {{}}; }}\n"
        tables = "".join(map(empty.format, names))
        source.write_text(f"#include <sluice_model/scenarios.hpp>\nnamespace sluice::model {{\n{tables}}}\n")
        run([self.compiler, *FLAGS, f"-I{self.include}", f"-I{self.models}", "-c", source, "-o", target])
        return Unit(source, target, set())

    def link(self, objects: list[Path], program: Path) -> Path:
        run([self.compiler, *objects, "-pthread", "-o", program])
        return program

    def forget(self, mutant: Mutant) -> None:
        shutil.rmtree(self.work / mutant.name, ignore_errors=True)


def symbols_of(object_file: Path) -> Symbols:
    defined, shared, missing = set(), set(), set()
    for line in run(["nm", "--extern-only", "--format=posix", object_file]).splitlines():
        name, kind = line.split()[:2]
        if kind in "Uwv":
            missing |= {name} if kind == "U" else set()
            continue
        defined.add(name)
        if kind in "WVu":
            shared.add(name)
    return Symbols(defined, shared, missing)


def run(command) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode != 0:
        raise Unbuildable(f"{' '.join(map(str, command[-6:]))}\n{done.stdout}{done.stderr}")
    return done.stdout
