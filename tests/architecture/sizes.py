# SPDX-License-Identifier: BSL-1.0
"""A file is one idea, and ideas are small.

  size        a header has at most 300 lines, a source 400 (tests excepted), a folder's README 40
"""

from typing import Iterator

from source_tree import HEADERS, SOURCES, SourceTree, Violation, main

HEADER_LINES = 300
SOURCE_LINES = 400
README_LINES = 40


def check(tree: SourceTree) -> Iterator[Violation]:
    for path in tree.files:
        limit = limit_of(path)
        if limit is None:
            continue
        length = len(tree.text(path).splitlines())
        if length > limit:
            yield Violation(path, limit + 1, "size", f"{length} lines are too many; split it, {limit} is the limit")


def limit_of(path) -> int | None:
    if path.name == "README.md" and len(path.parts) > 1:
        return README_LINES
    if path.parts[0] == "tests":
        return None
    if path.suffix in HEADERS:
        return HEADER_LINES
    return SOURCE_LINES if path.suffix in SOURCES else None


if __name__ == "__main__":
    main(__doc__, check)
