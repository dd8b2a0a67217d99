# SPDX-License-Identifier: BSL-1.0
"""Passes if a program that aborts in a handler leaves a record of actor, message and the sends that led to it.

Usage: crash_record.py <program>
"""

import subprocess
import sys

EXPECTED = [
    "sluice: broken promise: there is salt",
    "sluice: flight record, the last entries of each thread",
    "  sends crash::Dish",
    "  handles crash::Dish",
    "sluice: it happened in crash::Dish, which handled crash::Dish",
    "sluice:   crash::Dish was sent by crash::Order, when it handled crash::Order",
    "sluice:   crash::Order was sent by a thread outside",
]


def main(program):
    run = subprocess.run([program], check=False, text=True, stderr=subprocess.PIPE, timeout=60)
    print(run.stderr)
    if run.returncode != -6:
        sys.exit(f"it ended with {run.returncode}, and was to abort")
    position = 0
    for line in EXPECTED:
        position = run.stderr.find(line, position)
        if position < 0:
            sys.exit(f"this is missing, or in the wrong place: {line}")


if __name__ == "__main__":
    main(*sys.argv[1:])
