# SPDX-License-Identifier: BSL-1.0
"""Names say what a thing is.

  shared      FR-PLT-3: an owner of type ArcShared or RcShared is called x_shared, an alias of one XShared
  word        file and type names have none of: manager, helper, util, common, misc, base, impl, data, info
  do          nothing is called do_x: say what it does
  handle      FR-PLT-3: Handle is no part of a name; receipt_handle and names that others chose are excepted
"""

import re
from pathlib import PurePosixPath
from typing import Iterator

from source_tree import Line, SourceTree, Violation, main

EMPTY_WORDS = {"manager", "helper", "util", "common", "misc", "base", "impl", "data", "info"}
FOREIGN_HANDLES = {"receipt_handle", "coroutine_handle", "native_handle", "__dso_handle"}
STANDARD_DO = {"do_allocate", "do_deallocate", "do_is_equal"}  # of std::pmr::memory_resource

OWNER = re.compile(r"\b(?:Arc|Rc)Shared\s*<")
DECLARED = re.compile(r"\s*(?:const\b)?\s*(?:&&?|\*)?\s*(?:const\b)?\s*(?!operator\b)"
                      r"(?P<name>[A-Za-z_]\w*)\s*(?:[;,={)\[]|:(?!:))")
ALIAS = re.compile(r"\busing\s+(?P<name>\w+)\s*=\s*(?:[\w:]+::)?(?:Arc|Rc)Shared\s*<")
TYPE = re.compile(r"\b(?:class|struct|union|enum(?:\s+class|\s+struct)?|concept|using)\s+(?:\[\[[^\]]*\]\]\s*)?"
                  r"(?:alignas\s*\([^)]*\)\s*)?(?P<name>[A-Za-z_]\w*)")
IDENTIFIER = re.compile(r"\b[A-Za-z_]\w*\b")


def check(tree: SourceTree) -> Iterator[Violation]:
    for path in tree.files:
        yield from (Violation(path, 1, rule, advice) for rule, advice in file_names(path))
    for path in tree.cxx():
        lines = tree.lines(path)
        for rule in (owners, types, verbs, handles):
            yield from (Violation(path, *found) for found in rule(lines))


def words(name: str) -> list[str]:
    """The words of a CamelCase or snake_case name, in small letters and singular."""
    parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z][a-z]*|[a-z]+", name)
    return [part.lower() for part in parts] + [part.lower()[:-1] for part in parts if part.endswith("s")]


def file_names(path: PurePosixPath):
    empty = [word for part in path.parts for word in words(part.split(".")[0]) if word in EMPTY_WORDS]
    for word in empty:
        yield "word", f"'{word}' in a file name says nothing; name the file after its one idea"
    if "handle" in words(path.stem):
        yield "handle", "'handle' is no part of a name; say what it refers to"


def owners(lines: list[Line]):
    text = "\n".join(line.bare for line in lines)
    for owner in OWNER.finditer(text):
        declared = DECLARED.match(text, end_of_template(text, owner.end()))
        if declared and not declared["name"].rstrip("_").endswith("shared"):
            better = declared["name"].rstrip("_") + "_shared"
            yield number_at(text, declared.start("name")), "shared", f"call this shared owner {better}"
    for alias in ALIAS.finditer(text):
        if not alias["name"].endswith("Shared"):
            yield number_at(text, alias.start()), "shared", f"call this type of shared owner {alias['name']}Shared"


def end_of_template(text: str, start: int) -> int:
    """The position behind the bracket that closes the one before `start`."""
    depth = 1
    for position in range(start, len(text)):
        depth += {"<": 1, ">": -1}.get(text[position], 0)
        if depth == 0:
            return position + 1
    return len(text)


def number_at(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1


def types(lines: list[Line]):
    for line in lines:
        for declared in TYPE.finditer(line.bare):
            for word in EMPTY_WORDS.intersection(words(declared["name"])):
                yield line.number, "word", f"'{word}' in {declared['name']} says nothing; name what the type is"


def verbs(lines: list[Line]):
    for line in lines:
        for name in IDENTIFIER.findall(line.bare):
            if name.startswith("do_") and name not in STANDARD_DO:
                yield line.number, "do", f"{name}: say what it does"


def handles(lines: list[Line]):
    for line in lines:
        for name in IDENTIFIER.findall(line.bare):
            is_noun = re.search(r"Handles?(?![a-z])", name) or re.search(r"_handles?_?$", name)
            if is_noun and name.rstrip("s_") not in FOREIGN_HANDLES:
                yield line.number, "handle", f"{name}: 'Handle' is no part of a name; say what it refers to"


if __name__ == "__main__":
    main(__doc__, check)
