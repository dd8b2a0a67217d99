#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Runs an image, shows what it prints, and checks how it ends.

    run_image.py [--code N] [--text TEXT]... [--save FILE] -- command...

Passes if the exit code is N (0 unless told) and every TEXT is in the output. ctest alone checks one or the other.
"""

import argparse
import pathlib
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--code", type=int, default=0)
    parser.add_argument("--text", action="append", default=[])
    parser.add_argument("--save", type=pathlib.Path, help="keep the output of a run that passed, for other tests")
    parser.add_argument("command", nargs="+")
    wanted = parser.parse_args()

    if wanted.save:
        wanted.save.unlink(missing_ok=True)  # an old success must not speak for this run
    run = subprocess.run(wanted.command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         check=False)
    output = run.stdout.decode(errors="replace")
    print(output, end="", flush=True)

    complaints = [f"the output lacks: {text}" for text in wanted.text if text not in output]
    if run.returncode != wanted.code:
        complaints.append(f"the image ended with {run.returncode}, not {wanted.code}")
    if complaints:
        sys.exit("\n".join(complaints))
    if wanted.save:
        wanted.save.parent.mkdir(parents=True, exist_ok=True)
        wanted.save.write_text(output)


if __name__ == "__main__":
    main()
