# SPDX-License-Identifier: BSL-1.0
"""<sluice/sluice.hpp> is quick to compile: nothing reachable from it includes a library, <functional> or <memory>.

  api         what our own text says: followed through every backend that a build could choose
  api-build   what the compiler says about this build: the standard headers' own includes count too;
              with --compiler and --include-root (the build's include folder)
"""

import argparse
import os
import subprocess
import sys
from collections import deque
from pathlib import Path, PurePosixPath
from typing import Iterator

import include_table as table
from include_graph import IncludeGraph
from source_tree import SourceTree, Violation, report

ROOT = PurePosixPath(table.API_ROOT)


def check_text(tree: SourceTree) -> Iterator[Violation]:
    if ROOT not in tree.files:
        yield Violation(ROOT, 1, "api", "there is no such header; say in include_table.py where the API begins")
    graph = IncludeGraph(tree)
    chains = {ROOT: [ROOT]}  # each reached header with the way to it
    waiting = deque(chains)
    while waiting:
        path = waiting.popleft()
        if path not in tree.files:
            continue  # generated, or a mistake that the compiler reports
        for include in graph.of(path):
            for target in include.targets:
                if target not in chains:
                    chains[target] = chains[path] + [target]
                    waiting.append(target)
            if not include.is_ours and is_forbidden(include.header):
                way = " -> ".join(map(str, chains[path]))
                yield Violation(path, include.line, "api", f"{include.spelling} must not be reachable: {way}")


def is_forbidden(header: str) -> bool:
    if header in table.STANDARD_HEADERS:
        return header in table.API_FORBIDDEN
    return table.row_of(header, table.SYSTEM_HEADERS) is None


def check_build(compiler: str, include_root: Path) -> Iterator[Violation]:
    chain: list[Path] = []
    for depth, file in opened_files(compiler, include_root):
        chain[depth - 1 :] = [file]
        if include_root not in file.parents and is_foreign(file):
            way = " -> ".join(map(str, chain))
            yield Violation(ROOT, 1, "api-build", f"{file} must not be reachable: {way}")


def opened_files(compiler: str, include_root: Path) -> Iterator[tuple[int, Path]]:
    """What the compiler opens for <sluice/sluice.hpp>, and how deep: -H prints a dot per level. (clang's -M would also
    list files that are only asked for with __has_include.)"""
    command = [compiler, "-std=c++23", "-H", "-E", "-x", "c++", "-I", str(include_root), "-"]
    answer = subprocess.run(command, input="#include <sluice/sluice.hpp>\n", capture_output=True, text=True)
    if answer.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{answer.stderr}")
    for line in answer.stderr.splitlines():
        dots, _, name = line.partition(" ")
        if dots and set(dots) == {"."}:
            yield len(dots), Path(os.path.normpath(name))  # links to our folders stay


# The C library's folders below its include folder; everything else there was put there by some package.
C_LIBRARY = {"asm", "asm-generic", "bits", "gnu", "linux", "sys"}


def is_foreign(file: Path) -> bool:
    """True unless the file belongs to the compiler, its standard library or the C library."""
    if file.name in table.API_FORBIDDEN:
        return True
    if {"c++", "gcc", "clang"} & set(file.parts):
        return False
    if "include" not in file.parts:
        return True
    below = file.parts[len(file.parts) - file.parts[::-1].index("include") :]
    if len(below) > 1 and "-linux-" in below[0]:  # Debian's folder for one machine
        below = below[1:]
    if len(below) > 1:
        return below[0] not in C_LIBRARY
    return table.row_of(below[0], table.THIRD_PARTY) is not None


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("root", type=Path)
    arguments.add_argument("--compiler")
    arguments.add_argument("--include-root", type=Path)
    given = arguments.parse_args()
    violations = list(check_text(SourceTree(given.root)))
    if given.compiler and given.include_root:
        violations += check_build(given.compiler, given.include_root)
    report(violations)
