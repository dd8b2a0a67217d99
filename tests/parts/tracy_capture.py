# SPDX-License-Identifier: BSL-1.0
"""Captures a program with Tracy's tools and looks for a zone.

Usage: tracy_capture.py <capture> <csvexport> <program> <zone> <least> [<most>]

The program waits for a viewer (wait_for_viewer.cpp) and ends by itself. Passes if the zone was entered at least `least`
and at most `most` times. csvexport 0.9.1 shows zones only, so whatever is to be tested must be the name of one.
"""

import csv
import os
import subprocess
import sys
import tempfile

from loopback import free_port, running

PATIENCE = 30  # seconds; the capture tool waits for ever if it cannot connect


def record(capture, command, trace):
    """Runs the program under the capture tool until both have ended; what the program printed."""
    port = str(free_port())
    with running(command, env={**os.environ, "TRACY_PORT": port}, text=True, stdout=subprocess.PIPE) as app:
        viewer = subprocess.run(
            [capture, "-f", "-a", "127.0.0.1", "-p", port, "-o", trace],
            timeout=PATIENCE, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if viewer.returncode != 0 or app.wait(PATIENCE) != 0:
            sys.exit(f"capture ended with {viewer.returncode}, the program with {app.poll()}\n{viewer.stdout}")
        return app.stdout.read()


def all_zones(csvexport, trace):
    """How often each zone was entered."""
    table = subprocess.run([csvexport, trace], timeout=PATIENCE, check=True, text=True, stdout=subprocess.PIPE).stdout
    counts = {}
    for row in csv.DictReader(table.splitlines()):
        counts[row["name"]] = counts.get(row["name"], 0) + int(row["counts"])
    return counts


def main(capture, csvexport, program, zone, least, most="inf"):
    with tempfile.TemporaryDirectory() as folder:
        trace = os.path.join(folder, "trace.tracy")
        record(capture, [program], trace)
        counts = all_zones(csvexport, trace)
    count = counts.get(zone, 0)
    print(f"zone '{zone}': {count} times; all zones: {sorted(counts)}")
    if not float(least) <= count <= float(most):
        sys.exit(f"expected at least {least} and at most {most}")


if __name__ == "__main__":
    main(*sys.argv[1:])
