# SPDX-License-Identifier: BSL-1.0
"""Passes if no symbol of Tracy is in a program that is not traced.

Usage: tracy_absent.py <nm> <program without Tracy> <program with Tracy>

The second program shows that the search finds something where there is something.
"""

import subprocess
import sys


def tracy_symbols(nm, program):
    listing = subprocess.run([nm, program], check=True, text=True, stdout=subprocess.PIPE).stdout
    return [line for line in listing.splitlines() if "tracy" in line.lower()]


def main(nm, without, traced):
    if not tracy_symbols(nm, traced):
        sys.exit(f"{traced} links Tracy, but nm shows none of it: the search is broken")
    found = tracy_symbols(nm, without)
    if found:
        sys.exit(f"{without} is not traced and has these symbols:\n" + "\n".join(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
