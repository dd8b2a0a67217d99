# SPDX-License-Identifier: BSL-1.0
"""Every ordered atomic operation explains itself as `order | reason, partner`.

  order       acquire, release, acq_rel and seq_cst need a comment that says `<order> | <reason>`: on the line, or in
              the six lines above. A comment with "the same for ... below" covers the rest of its block.
  default     every operation on a std::atomic names its order
  fence       no stand-alone fences: ThreadSanitizer does not see them
  door        std::atomic and the compiler's atomic builtins are used in engine/atomic only; others use Atomic<T>.
              profiling/bench/floor has its own: a yardstick must not be made of what it measures
  width       an Atomic<T> has a width that is the same on every target: std::uint32_t, not std::size_t

Tests and examples may order and share as they like; fences are forbidden there too.
"""

import itertools
import re
from typing import Iterator

from include_table import is_in
from source_tree import Line, SourceTree, Violation, main

PRODUCT = ("engine", "actors", "graph", "integrations", "profiling")
DOORS = ("engine/atomic", "profiling/bench/floor")
BUILTIN_DOORS = ("engine/atomic", "engine/platform")  # a port may define what the compiler calls

REACH = 6
ORDER = re.compile(r"\bmemory_order(?:_|::)(acquire|release|acq_rel|seq_cst)\b")
FENCE = re.compile(r"\batomic_(?:thread|signal)_fence\b|\b__sync_synchronize\b")
STD_ATOMIC = re.compile(r"\bstd::atomic\w*")
BUILTIN = re.compile(r"\b__(?:atomic|sync)_\w+")
VARYING = re.compile(r"\bAtomic<\s*(?:std::)?(size_t|ptrdiff_t|int|unsigned|long|unsigned long|unsigned int)\s*>")
OPERATION = re.compile(r"(?:\.|->)(load|store|exchange|compare_exchange_\w+|fetch_\w+|test_and_set)\s*\(")


def check(tree: SourceTree) -> Iterator[Violation]:
    for path in tree.cxx():
        lines = tree.lines(path)
        rules = [fences(lines)]
        if path.parts[0] in PRODUCT:
            rules += [unexplained(lines), widths(lines)]
            rules += [defaults(lines)] if any(STD_ATOMIC.search(line.bare) for line in lines) else []
            rules += [] if is_in(path, DOORS) else [matches(lines, STD_ATOMIC)]
            rules += [] if is_in(path, BUILTIN_DOORS) else [matches(lines, BUILTIN)]
        for found in rules:
            yield from (Violation(path, number, rule, advice) for number, rule, advice in found)


def unexplained(lines: list[Line]):
    for index, line in enumerate(lines):
        for order in sorted(set(ORDER.findall(line.bare))):
            if not is_explained(order, lines, index):
                yield line.number, "order", f"say above why, as: // {order} | <reason>, <partner>"


def is_explained(order: str, lines: list[Line], index: int) -> bool:
    explanation = re.compile(rf"\b{order} \| *\S+ +\S+")
    nearby = lines[max(0, index - REACH) : index + 1]
    return any(explanation.search(line.comment) for line in nearby) or is_covered(explanation, lines, index)


def is_covered(explanation: re.Pattern, lines: list[Line], index: int) -> bool:
    """Whether a comment in this or an enclosing block speaks for the operations below it."""
    outermost = lines[index].indent
    for above in range(index - 1, -1, -1):
        line = lines[above]
        if line.indent < 0:
            continue
        outermost = min(outermost, line.indent)
        if line.indent <= outermost and explanation.search(line.comment):
            whole = " ".join(itertools.takewhile(bool, (later.comment for later in lines[above:index])))
            if re.search(r"the same for .*below", whole):
                return True
    return False


def defaults(lines: list[Line]):
    text = "\n".join(line.bare for line in lines)
    for operation in OPERATION.finditer(text):
        if not re.search(r"[oO]rder|success", arguments_at(text, operation.end())):
            number = text.count("\n", 0, operation.start()) + 1
            yield number, "default", f"name the order of this {operation[1]}; there is no default"


def arguments_at(text: str, start: int) -> str:
    """The text from behind an opening bracket to its closing one."""
    depth = 1
    for position in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[position], 0)
        if depth == 0:
            return text[start:position]
    return text[start:]


def fences(lines: list[Line]):
    for line in lines:
        if FENCE.search(line.bare):
            yield line.number, "fence", "order the operations themselves; ThreadSanitizer cannot see a fence"


def widths(lines: list[Line]):
    for line in lines:
        varying = VARYING.search(line.bare)
        if varying:
            yield line.number, "width", f"{varying[1]} differs between targets; use a type such as std::uint32_t"


def matches(lines: list[Line], door: re.Pattern):
    for line in lines:
        found = door.search(line.bare)
        if found and not FENCE.search(line.bare):
            yield line.number, "door", f"use Atomic<T> of <sluice/engine/atomic.hpp> instead of {found[0]}"


if __name__ == "__main__":
    main(__doc__, check)
