# SPDX-License-Identifier: BSL-1.0
"""Reads includes from text, and finds the files of ours that they mean."""

import re
from pathlib import PurePosixPath
from typing import Iterator, NamedTuple

import include_table as table
from source_tree import SourceTree

_INCLUDE = re.compile(r'\s*#\s*include\s*(?P<spelling><(?P<angle>[^>]*)>|"(?P<quote>[^"]*)"|(?P<macro>\w+))')
_BACKEND = re.compile(r"\s*#\s*define\s+(?P<macro>\w+)\s+<(?P<header>[^>]*)>")
_SET = re.compile(r'\bset\((\w+)\s+"(sluice/[^"]+)"\)')


class Include(NamedTuple):
    line: int
    spelling: str  # as written
    header: str  # without the brackets; empty if a macro is written
    macro: str  # empty unless a macro is written
    targets: tuple[PurePosixPath, ...]  # what it can mean in our tree; a macro can mean any backend
    is_ours: bool


class IncludeGraph:
    def __init__(self, tree: SourceTree):
        self.tree = tree
        self.backends = dict(self._read_backends())

    def of(self, path: PurePosixPath) -> Iterator[Include]:
        """The includes of one file."""
        for line in self.tree.lines(path):
            found = _INCLUDE.match(line.code)
            if found:
                yield self._resolve(path, line.number, found)

    def _resolve(self, path: PurePosixPath, line: int, found: re.Match) -> Include:
        spelling, macro = found["spelling"], found["macro"] or ""
        header = found["angle"] or found["quote"] or ""
        if macro:
            targets = self.backends.get(macro, ())
        elif found["quote"]:
            targets = (path.parent / header,)
        else:
            targets = target_of(header)
        return Include(line, spelling, header, macro, targets, bool(targets))

    def _read_backends(self) -> Iterator[tuple[str, tuple[PurePosixPath, ...]]]:
        """cmake/config.hpp.in names a header with an @VARIABLE@ in it for each choice; all that fit are candidates."""
        choices = PurePosixPath("cmake/config.hpp.in")
        if choices not in self.tree.files:
            return
        whole_headers = dict(self._read_whole_headers())
        for line in self.tree.lines(choices):
            found = _BACKEND.match(line.code)
            if found:
                header = re.sub(r"@(\w+)@", lambda name: whole_headers.get(name[1], "*"), found["header"])
                candidate = re.compile(re.escape(header.removeprefix("sluice/")).replace(r"\*", r"\w+"))
                yield found["macro"], tuple(path for path in self.tree.files if candidate.fullmatch(str(path)))

    def _read_whole_headers(self) -> Iterator[tuple[str, str]]:
        """CMake variables that hold a whole header, not a word of its name: set(NAME "sluice/folder/${choice}.hpp")."""
        for path in self.tree.files:
            if path.parts[0] == "cmake" and path.suffix == ".cmake":
                for name, header in _SET.findall(self.tree.text(path)):
                    yield name, re.sub(r"\$\{\w+\}", "*", header)


def target_of(header: str) -> tuple[PurePosixPath, ...]:
    row = table.row_of(header, table.RENAMED)
    if row is not None:
        return (PurePosixPath(table.RENAMED[row]),)
    if header.startswith("sluice/"):
        return (PurePosixPath(header.removeprefix("sluice/")),)
    return ()
