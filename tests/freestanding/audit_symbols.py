#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Looks into an image or object file for what a freestanding program must not contain.

    audit_symbols.py --nm NM --compiler CXX [--must-find-all] <file>...

--must-find-all turns the question round: the files break every rule on purpose, and a rule that does not notice fails.
"""

import argparse
import pathlib
import re
import subprocess
import sys

# Name of the rule, the mangled symbols that break it, why it exists. Placement new (Pv) takes no memory.
RULES = (
    ("heap", r"_Zn[wa][jm](?!Pv$).*|malloc|calloc|realloc|free|_sbrk", "memory is static; a heap fragments and runs out"),
    ("exceptions", r"__cxa_(throw|rethrow|begin_catch|end_catch|allocate_exception)|_Unwind_.*|__gxx_personality.*",
     "errors are values; the unwinder alone is 6 KB"),
    ("rtti", r"_ZT[IS].*|__dynamic_cast", "type names would be in the flash"),
    ("guards", r"__cxa_guard_.*|_ZGV.*", "a local static hides a lock and a branch"),
    ("throwing helpers", r"_ZSt\d+__throw_.*", "the library throws behind our back"),
)

# Of the C library's names these are ours, see engine/platform/freestanding_runtime.cpp.
OWN = {"memcpy", "memmove", "memset", "memcmp", "memchr", "strlen", "abort", "__cxa_atexit", "__aeabi_atexit",
       "__cxa_pure_virtual", "__dso_handle"}


def symbols(nm, files, *options):
    """Names of global and undefined symbols, and of local ones unless the options say otherwise."""
    listing = subprocess.run([nm, *options, *map(str, files)], check=True, capture_output=True, text=True).stdout
    return {words[-1] for words in map(str.split, listing.splitlines()) if len(words) in (2, 3)}


def library_names(nm, compiler):
    """What the C library of this compiler defines."""
    path = pathlib.Path(subprocess.run([compiler, "-print-file-name=libc.a"], check=True, capture_output=True,
                                       text=True).stdout.strip())
    if not path.is_absolute():
        sys.exit(f"{compiler} has no libc.a, so nothing can be checked against it")
    return symbols(nm, [path], "--extern-only", "--defined-only") - OWN


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nm", required=True)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--must-find-all", action="store_true")
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    options = parser.parse_args()

    present = symbols(options.nm, options.files)
    findings = {rule: (sorted(name for name in present if re.fullmatch(pattern, name)), why)
                for rule, pattern, why in RULES}
    shared = symbols(options.nm, options.files, "--extern-only") & library_names(options.nm, options.compiler)
    findings["C library"] = (sorted(shared), "there is none on the target")

    for rule, (names, why) in findings.items():
        for name in names:
            print(f"{rule}: {name} ({why})")
    if options.must_find_all:
        blind = [rule for rule, (names, _) in findings.items() if not names]
        if blind:
            sys.exit(f"these rules found nothing where they should: {', '.join(blind)}")
    elif any(names for names, _ in findings.values()):
        sys.exit("the image contains what it must not")
    else:
        print(f"{len(present)} symbols, none of them forbidden")


if __name__ == "__main__":
    main()
