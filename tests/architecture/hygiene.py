# SPDX-License-Identifier: BSL-1.0
"""What a reader should never meet.

  spdx        a source, CMake, Python or shell file without its SPDX line at the top
  leftover    a note to oneself or code that is switched off
  machine     a path of the machine that the file was written on
  sleep       a test that waits for time, outside tests/stress and tests/paced: time is a value that it advances
"""

import re
from pathlib import PurePosixPath
from typing import Iterator

from include_table import is_in
from source_tree import CXX, SourceTree, Violation, main

SPDX = "SPDX-License-Identifier: BSL-1.0"
CODE = CXX | {".cmake", ".py", ".sh", ".ld", ".S", ".pml"}
TEMPLATES = (".hpp.in", ".cmake.in")
TOP_LINES = 3

# Spelled so that this file does not find itself.
LEFTOVER = re.compile(r"\b(TO[D]O|FIX[M]E|XX[X])\b|^\s*#\s*if\s+0\b")
MACHINE = re.compile(r"(?<![\w.$})/-])/(home|root|work|tmp)/\w")
SLEEP = re.compile(r"\b(sleep_for|sleep_until|usleep|nanosleep|clock_nanosleep)\b")


def check(tree: SourceTree) -> Iterator[Violation]:
    for path in tree.files:
        if is_code(tree, path):
            text = tree.text(path).splitlines()
            if not any(SPDX in line for line in text[:TOP_LINES]):
                yield Violation(path, 1, "spdx", f"begin the file with a comment: {SPDX}")
            yield from leftovers(path, text)
            yield from machine_paths(path, text)
        elif path.suffix == ".json":
            yield from machine_paths(path, tree.text(path).splitlines())
    for path in tree.cxx("tests"):
        if not is_in(path, ("tests/stress", "tests/paced")):
            yield from sleeps(tree, path)


def is_code(tree: SourceTree, path: PurePosixPath) -> bool:
    if path.suffix in CODE or path.name.endswith(TEMPLATES) or path.name == "CMakeLists.txt":
        return True
    return path.suffix == "" and tree.text(path).startswith("#!")


def leftovers(path: PurePosixPath, text: list[str]) -> Iterator[Violation]:
    for number, line in enumerate(text, start=1):
        if LEFTOVER.search(line):
            yield Violation(path, number, "leftover", "do it, or open an issue; the code says what is")


def machine_paths(path: PurePosixPath, text: list[str]) -> Iterator[Violation]:
    for number, line in enumerate(text, start=1):
        if MACHINE.search(line):
            yield Violation(path, number, "machine", "others have no such folder; derive it or take an argument")


def sleeps(tree: SourceTree, path: PurePosixPath) -> Iterator[Violation]:
    for line in tree.lines(path):
        found = SLEEP.search(line.bare)
        if found:
            yield Violation(path, line.number, "sleep", f"advance a ManualClock instead of {found[0]}")


if __name__ == "__main__":
    main(__doc__, check)
