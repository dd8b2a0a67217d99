# SPDX-License-Identifier: BSL-1.0
"""Every C++ file looks as clang-format leaves it; .clang-format has the decisions.

  usage: format.py <root of the tree> [--clang-format <program>] [--fix]
"""

import argparse
import subprocess
import sys
from pathlib import Path

from source_tree import SourceTree

if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("root", type=Path)
    arguments.add_argument("--clang-format", default="clang-format-19")
    arguments.add_argument("--fix", action="store_true", help="rewrite the files instead of complaining")
    given = arguments.parse_args()

    tree = SourceTree(given.root)
    files = [str(path) for path in tree.cxx()]
    if not files:
        sys.exit(f"{tree.root} has no C++ files; is it the root of the tree?")
    mode = ["-i"] if given.fix else ["--dry-run", "-Werror"]
    answer = subprocess.run([given.clang_format, "--style=file", *mode, *files], cwd=tree.root)
    if answer.returncode != 0:
        sys.exit("to repair: python3 tests/architecture/format.py . --fix")
