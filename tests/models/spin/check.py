# SPDX-License-Identifier: BSL-1.0
"""Checks the Spin model of the mailbox's state word: every cast of actors in full, and that planted faults are found.

    check.py --spin SPIN --cc CC

Prints one line for each run, with the number of states explored. Fails if a cast has an error or a fault has none.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

MODEL = pathlib.Path(__file__).with_name("mailbox_state.pml")

# Who takes part, beside two workers: all their interleavings are explored.
CASTS = {
    "posts": "SENDERS=2 EACH=2",
    "system posts": "SENDERS=2 SYSTEM_SENDERS=2",
    "close": "SENDERS=2 SYSTEM_SENDERS=1 CLOSERS=1",
    "two closers": "SENDERS=2 CLOSERS=2 AWAIT",
    "nested suspends": "SENDERS=1 SYSTEM_SENDERS=1 SUSPENDERS=2",
    "suspended for ever": "SENDERS=2 SYSTEM_SENDERS=1 SUSPENDERS=1 SUSPEND_FOR_EVER",
    "await": "SENDERS=2 SUSPENDERS=1 AWAIT",
    "everybody": "SENDERS=1 SYSTEM_SENDERS=1 CLOSERS=1 SUSPENDERS=1 AWAIT",
    "open again": "SENDERS=1 SYSTEM_SENDERS=1 CLOSERS=1 OPEN",
    "open for two": "SENDERS=1 CLOSERS=1 OPEN OPENED_SENDERS=2",
}

# Each with a cast that must see it.
FAULTS = {
    "NO_RECHECK": "posts",
    "DOUBLE_SCHEDULE": "posts",
    "FORGOTTEN_AWAIT": "await",
    "NEVER_UNPARKED": "nested suspends",
    "TWO_FINALIZERS": "close",
    "STRANDED_POST": "close",
    "ANNOUNCED_TWICE": "close",
}


def run(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def explore(options, cast, fault=None):
    """The number of states explored, and what Spin found wrong, or None."""
    defines = [f"-D{word}" for word in cast.split()] + ([f"-DFAULT_{fault}"] if fault else [])
    with tempfile.TemporaryDirectory() as folder:
        run([options.spin, "-a", *defines, str(MODEL)], folder)
        run([options.cc, "-O0" if fault else "-O1", "-w", "-DSAFETY", "-DMEMLIM=2048", "-o", "pan", "pan.c"], folder)
        report = run(["./pan", "-m100000"], folder)
    errors = re.search(r"errors: (\d+)", report)
    states = re.search(r"(\d+) states, stored", report)
    if not errors or not states or "out of memory" in report or "max search depth" in report:
        sys.exit(f"the search was not finished:\n{report}")
    wrong = re.search(r"pan:1: (.*?) \(at depth", report)
    if int(errors[1]) and not wrong:
        sys.exit(f"an error without a name:\n{report}")
    return int(states[1]), wrong[1] if wrong else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--spin", required=True)
    parser.add_argument("--cc", required=True)
    options = parser.parse_args()

    failed = False
    total = 0
    for name, cast in CASTS.items():
        states, wrong = explore(options, cast)
        total += states
        failed |= wrong is not None
        print(f"{states:>9,} states  {name}: {wrong or 'holds'}", flush=True)
    for fault, name in FAULTS.items():
        states, wrong = explore(options, CASTS[name], fault)
        failed |= wrong is None
        print(f"{states:>9,} states  {name} with {fault}: {wrong or 'NOT FOUND'}", flush=True)
    print(f"{total:,} states explored; {len(FAULTS)} faults planted")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
