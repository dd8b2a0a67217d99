#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Compares the cases of the hosted tests with those that an image ran or excluded, so that none is silently missing.

    compare_cases.py --image NAME --outputs FOLDER --excluded excluded.txt <hosted test>...

FOLDER holds `<test>.txt`, the output of each image that passed. Prints the counts of the image.
"""

import argparse
import pathlib
import re
import subprocess
import sys

import exclusions

RAN = re.compile(r"\[(ok|failed|excluded)\] (\w+\.\w+)")


def hosted_cases(program):
    """What `--gtest_list_tests` shows: a suite with a dot at the end, its cases indented below."""
    listing = subprocess.run([program, "--gtest_list_tests"], check=True, capture_output=True, text=True).stdout
    cases, suite = set(), ""
    for line in listing.splitlines():
        name = line.split("#")[0].rstrip()
        if name.startswith("  "):
            cases.add(suite + name.strip())
        elif name.endswith("."):
            suite = name
    return cases


def image_cases(output):
    """The cases that ran and those that were excluded, from what the image printed."""
    found = RAN.findall(output)
    excluded = {case for state, case in found if state == "excluded"}
    return {case for _, case in found} - excluded, excluded


def complaints_about(test, hosted, ran, excluded):
    complaints = [f"{test}: {case} runs hosted but not on the image" for case in sorted(hosted - ran - excluded)]
    complaints += [f"{test}: {case} runs on the image but not hosted" for case in sorted((ran | excluded) - hosted)]
    if not ran:
        complaints.append(f"{test}: no case ran on the image")
    return complaints


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--image", required=True)
    parser.add_argument("--outputs", required=True, type=pathlib.Path)
    parser.add_argument("--excluded", required=True, type=pathlib.Path)
    parser.add_argument("tests", nargs="+", type=pathlib.Path)
    options = parser.parse_args()

    names = {program.name for program in options.tests}
    complaints = [f"{options.excluded}: there is no portable test called {exclusion.test}"
                  for exclusion in exclusions.read(options.excluded) if exclusion.test not in names]
    for program in options.tests:
        saved = options.outputs / f"{program.name}.txt"
        if not saved.exists():
            complaints.append(f"{program.name}: the image did not run, or failed ({saved} is missing)")
            continue
        hosted = hosted_cases(program)
        ran, excluded = image_cases(saved.read_text())
        complaints += complaints_about(program.name, hosted, ran, excluded)
        print(f"{options.image} {program.name}: {len(hosted)} cases, {len(ran)} ran, {len(excluded)} excluded")
    if complaints:
        sys.exit("\n".join(complaints))


if __name__ == "__main__":
    main()
