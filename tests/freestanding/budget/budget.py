#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Compares what a message and its code cost on a bare-metal target with the limits.

    budget.py --target T --limits FILE --size SIZE --empty IMAGE --small IMAGE --fast IMAGE -- emulator...

Prints every figure beside its limit and its goal. Fails if one is above its limit, or has a limit and was not measured.
"""

import argparse
import subprocess
import sys
from pathlib import Path


def text_size(size: str, image: Path) -> int:
    table = subprocess.run([size, image], capture_output=True, text=True, check=True).stdout
    return int(table.splitlines()[1].split()[0])


def figures_of(command: list[str]) -> dict[str, int]:
    """What the image prints: a name and a number on each line."""
    output = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True).stdout
    return {name: int(number) for name, number in (line.split() for line in output.splitlines())}


def limits_of(path: Path, target: str) -> dict[str, tuple[int, int]]:
    lines = (line.split("#")[0].split() for line in path.read_text().splitlines())
    return {figure: (int(limit), int(goal)) for where, figure, limit, goal in filter(None, lines) if where == target}


def report(measured: dict[str, int], limits: dict[str, tuple[int, int]]) -> list[str]:
    complaints = [f"{figure} has a limit and was not measured" for figure in limits if figure not in measured]
    print(f"{'figure':14} {'measured':>9} {'limit':>7} {'goal':>7}")
    for figure, value in measured.items():
        limit, goal = limits.get(figure, ("-", "-"))
        print(f"{figure:14} {value:>9} {limit:>7} {goal:>7}")
        if limit != "-" and value > limit:
            complaints.append(f"{figure} is {value}, above its limit of {limit}")
    return complaints


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", required=True)
    parser.add_argument("--limits", type=Path, required=True)
    parser.add_argument("--size", required=True)
    parser.add_argument("--empty", type=Path, required=True)
    parser.add_argument("--small", type=Path, required=True)
    parser.add_argument("--fast", type=Path, required=True)
    parser.add_argument("emulator", nargs="*")
    wanted = parser.parse_args()

    measured = {"text": text_size(wanted.size, wanted.small) - text_size(wanted.size, wanted.empty)}
    measured |= figures_of([*wanted.emulator, str(wanted.fast)])
    if complaints := report(measured, limits_of(wanted.limits, wanted.target)):
        sys.exit("\n".join(complaints))


if __name__ == "__main__":
    main()
