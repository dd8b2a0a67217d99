# SPDX-License-Identifier: BSL-1.0
"""What every check needs: the files of a tree, their lines, and one way to complain."""

import os
import re
import subprocess
import sys
from pathlib import Path, PurePosixPath
from typing import Callable, Iterable, Iterator, NamedTuple

HEADERS = {".hpp", ".h"}
SOURCES = {".cpp", ".cc", ".c"}
CXX = HEADERS | SOURCES

# Not ours: what git, a build or a checkout leaves in a folder that is not a repository.
LEFT_OUT = {".git", ".cache", "build", "__pycache__"}


class Violation(NamedTuple):
    path: PurePosixPath
    line: int
    rule: str
    advice: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.rule}: {self.advice}"


class Line(NamedTuple):
    """One line of C++, taken apart."""

    number: int
    code: str  # without comments
    bare: str  # without comments, and with empty strings
    comment: str  # the text of comments only
    indent: int  # columns before the first character, or -1 if the line is blank


class SourceTree:
    """The files that are in a commit or would go into one."""

    def __init__(self, root: Path):
        self.root = root.resolve()
        self.files = sorted(self._from_git() or self._from_walk())

    def cxx(self, *folders: str) -> Iterator[PurePosixPath]:
        """C++ files, of these top folders only if any are named."""
        for path in self.files:
            if path.suffix in CXX and (not folders or path.parts[0] in folders):
                yield path

    def text(self, path: PurePosixPath) -> str:
        return (self.root / path).read_text(encoding="utf-8", errors="replace")

    def lines(self, path: PurePosixPath) -> list[Line]:
        return split_lines(self.text(path))

    def _from_git(self) -> list[PurePosixPath]:
        if not (self.root / ".git").exists():
            return []  # an unpacked archive, perhaps inside somebody else's repository
        command = ["git", "-C", str(self.root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        try:
            answer = subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout
        except (OSError, subprocess.CalledProcessError):
            return []  # no git here, or it does not trust the folder's owner
        return [PurePosixPath(name) for name in set(answer.split("\0")) if name and self._is_file(name)]

    def _from_walk(self) -> list[PurePosixPath]:
        found = []
        for folder, folders, names in os.walk(self.root):
            folders[:] = [name for name in folders if name not in LEFT_OUT]
            relative = PurePosixPath(Path(folder).relative_to(self.root).as_posix())
            found += [relative / name for name in names if self._is_file(relative / name)]
        return found

    def _is_file(self, name) -> bool:
        path = self.root / name
        return path.is_file() and not path.is_symlink()


_TOKEN = re.compile(
    r"""(?P<comment> //[^\n]* | /\*.*?\*/ )
      | (?P<string>  R"(?P<end>[^\s()\\]{0,16})\(.*?\)(?P=end)" | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' )
      | (?P<number>  \b\d[\w.']* )     # 1'000 is not the beginning of a character""",
    re.DOTALL | re.VERBOSE,
)


def split_lines(text: str) -> list[Line]:
    code, bare, comment = [], [], []
    last = 0

    def add(piece: str, to_code: bool, to_bare: bool, to_comment: bool) -> None:
        blank = re.sub(r"[^\n]", " ", piece)
        code.append(piece if to_code else blank)
        bare.append(piece if to_bare else blank)
        comment.append(piece if to_comment else blank)

    for token in _TOKEN.finditer(text):
        add(text[last : token.start()], True, True, False)
        kind = token.lastgroup if token.lastgroup != "end" else "string"
        add(token.group(), kind != "comment", kind == "number", kind == "comment")
        last = token.end()
    add(text[last:], True, True, False)

    columns = ("".join(part).split("\n") for part in (code, bare, comment))
    lines = []
    for number, (whole, (c, b, m)) in enumerate(zip(text.split("\n"), zip(*columns)), start=1):
        indent = len(whole) - len(whole.lstrip()) if whole.strip() else -1
        lines.append(Line(number, c.rstrip(), b.rstrip(), m.strip(), indent))
    return lines


def main(rules: str, check: Callable[[SourceTree], Iterable[Violation]]) -> None:
    """Runs `check` on the tree that the command line names; `rules` is what to say to somebody who names none."""
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
        sys.exit(f"usage: {Path(sys.argv[0]).name} <root of the tree>\n\n{rules}")
    tree = SourceTree(Path(sys.argv[1]))
    if not tree.files:
        sys.exit(f"{tree.root} has no files; is it the root of the tree?")
    report(check(tree))


def report(violations: Iterable[Violation]) -> None:
    found = sorted(violations)
    for violation in found:
        print(violation)
    if found:
        sys.exit(f"violations: {len(found)}")
