# SPDX-License-Identifier: BSL-1.0
"""What tracing costs: pingpong of several builds of sluice-bench in turn, as ratios to the first.

Usage: trace_cost.py <rounds> <bench of std-release> <bench of tracy> <bench of chrome>

Each round runs all of them, so a machine that slows down slows all; the ratio is that of the medians. No viewer is
connected. Gates: on demand 1.08; goals: on demand 1.03, recorder 1.25.
"""

import json
import statistics
import subprocess
import sys

COMMAND = ["pingpong", "--workers", "1", "--executor", "taskflow", "--runs", "3", "--json"]
NAMES = ("off", "on demand", "recorder")


def measure(bench):
    text = subprocess.run([bench, *COMMAND], check=True, text=True, stdout=subprocess.PIPE).stdout
    return float(json.loads(text.splitlines()[0])["median"])


def main(rounds, *benches):
    times = {bench: [] for bench in benches}
    for _ in range(int(rounds)):
        for bench in benches:
            times[bench].append(measure(bench))
    medians = [statistics.median(times[bench]) for bench in benches]
    for name, median in zip(NAMES, medians):
        print(f"trace_cost {name:10} {median:6.1f} ns/message, {median / medians[0]:.2f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
