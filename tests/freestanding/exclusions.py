#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Reads excluded.txt, and turns the part of one image into the table that its runner looks into.

    exclusions.py excluded.txt <target> <test> <output.cpp>
"""

import pathlib
import re
import sys
from typing import NamedTuple

TARGETS = ("bare-x86", "cortex-m0", "cortex-m3", "riscv64")

LINE = re.compile(r"(?P<target>\S+)/(?P<test>\w+)\s+(?P<suite>\w+)\.(?P<case>\w+)\s+(?P<reason>\S.*)")


class Exclusion(NamedTuple):
    target: str
    test: str
    suite: str
    case: str
    reason: str

    def is_for(self, target, test):
        return self.target in ("*", target) and self.test == test


def read(path):
    """All exclusions of the file; ends the program at a line that is wrong."""
    found = []
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        match = LINE.fullmatch(line)
        if not match:
            sys.exit(f"{path}:{number}: expected `target/test  Suite.case  reason`, found: {line}")
        exclusion = Exclusion(**match.groupdict())
        if exclusion.target not in (*TARGETS, "*"):
            sys.exit(f"{path}:{number}: no target is called {exclusion.target}; there are {', '.join(TARGETS)} and *")
        found.append(exclusion)
    return found


def table(exclusions):
    """C++ that defines `exclusions` of sluice_test/case.hpp."""
    quoted = [[part.replace("\\", "\\\\").replace('"', '\\"') for part in exclusion[2:]] for exclusion in exclusions]
    rows = "".join(f'    {{"{suite}", "{case}", "{reason}"}},\n' for suite, case, reason in quoted)
    definition = (f"static constexpr sluice_test::Exclusion rows[] = {{\n{rows}}};\n"
                  "const std::span<const sluice_test::Exclusion> sluice_test::exclusions{rows};\n")
    nothing = "const std::span<const sluice_test::Exclusion> sluice_test::exclusions{};\n"
    return "// Generated from excluded.txt.\n#include <sluice_test/case.hpp>\n\n" + (definition if rows else nothing)


def main():
    source, target, test, output = sys.argv[1:]
    mine = [exclusion for exclusion in read(pathlib.Path(source)) if exclusion.is_for(target, test)]
    pathlib.Path(output).write_text(table(mine))


if __name__ == "__main__":
    main()
