# SPDX-License-Identifier: BSL-1.0
"""Arrows point one way: every include follows the table in include_table.py.

  layer       a file includes headers of the layers below it only
  spelling    our headers are included as <sluice/folder/x.hpp>; in quotes only beside the file, in examples and tests
  standard    engine and actors use the standard headers that work without an operating system
  system      headers of the operating system stay where there is one
  third-party headers of a library stay in the folder that wraps it
  table       every folder with sources has a row in the table
"""

from pathlib import PurePosixPath
from typing import Iterator

import include_table as table
from include_graph import Include, IncludeGraph
from source_tree import SourceTree, Violation, main


def check(tree: SourceTree) -> Iterator[Violation]:
    graph = IncludeGraph(tree)
    for path in tree.cxx():
        layer = table.longest(path, table.LAYERS)
        if layer is None:
            yield Violation(path, 1, "table", "give this folder a row in tests/architecture/include_table.py")
            continue
        for include in graph.of(path):
            for rule, advice in complaints(tree, graph, path, layer, include):
                yield Violation(path, include.line, rule, advice)


def complaints(tree: SourceTree, graph: IncludeGraph, path: PurePosixPath, layer: str, include: Include):
    """Pairs of rule and advice; usually none."""
    if include.spelling.startswith('"'):
        yield from quoted(tree, path, include)
    elif include.macro and not include.targets:
        yield "spelling", f"define {include.macro} in cmake/config.hpp.in, as a header in a folder of backends"
    elif include.is_ours:
        for target in include.targets:
            yield from arrow(layer, target)
    elif include.header in table.STANDARD_HEADERS:
        yield from standard(path, include.header)
    elif table.row_of(include.header, table.SYSTEM_HEADERS):
        if not table.is_in(path, table.SYSTEM_USERS) and include.header not in table.HOSTED_FILES.get(str(path), ()):
            yield "system", f"<{include.header}> needs an operating system; go through a port of the engine"
    else:
        yield from third_party(path, include.header)


def quoted(tree: SourceTree, path: PurePosixPath, include: Include):
    if not table.is_in(path, table.QUOTES_ALLOWED):
        yield "spelling", f"write <sluice/folder/x.hpp> instead of {include.spelling}"
    elif "/" in include.header or not (tree.root / path.parent / include.header).is_file():
        yield "spelling", f"quotes are for a header in the same folder, which {include.spelling} is not"


def arrow(layer: str, target: PurePosixPath):
    below = table.LAYERS[layer]
    if str(target) != "config.hpp" and not table.is_in(target, {layer} | below):
        yield "layer", f"{layer} must not include {target}; below it are: {', '.join(sorted(below)) or 'none'}"


def standard(path: PurePosixPath, header: str):
    if not table.is_in(path, table.FREESTANDING_LAYERS) or header in table.FREESTANDING_HEADERS:
        return
    if header not in table.HOSTED_FILES.get(str(path), ()):
        yield "standard", f"<{header}> is not among the headers that work on bare metal; do without it here"


def third_party(path: PurePosixPath, header: str):
    row = table.row_of(header, table.THIRD_PARTY)
    if row is None:
        yield "third-party", f"<{header}> is not in the table; wrap the library in one folder and add a row for it"
    elif not table.is_in(path, table.THIRD_PARTY[row]):
        yield "third-party", f"<{header}> may be included only in {', '.join(table.THIRD_PARTY[row])}"


if __name__ == "__main__":
    main(__doc__, check)
