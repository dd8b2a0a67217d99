# SPDX-License-Identifier: BSL-1.0
"""Runs known_program, and compares what a viewer shows with what the program counted itself.

Usage: known_picture.py tracy <executor> <program> <capture> <csvexport>
       known_picture.py chrome <executor> <program> <import-chrome> <csvexport>
"""

import os
import subprocess
import sys
import tempfile

import chrome_file
from tracy_capture import all_zones, record

# All other zones are slices, under the names of their actors.
NO_SLICES = {"dispatch", "steal", "park", "drain", "restart", "offer.wait", "eventstream.fanout"}


def figures_of(text):
    return {name: int(number) for name, number in (line.split() for line in text.splitlines())}


def compare(counts, figures, executor):
    print(f"the program counted {figures}; seen were {dict(counts)}")
    for name, number in figures.items():
        if counts[name] != number:
            sys.exit(f"{name}: {counts[name]} were seen, and {number} happened")
    # TBB's threads are not ours: what they do between two turns is not known.
    for name in ("dispatch", "drain", "steal", *([] if executor == "tbb" else ["park"])):
        if counts.get(name, 0) == 0:
            sys.exit(f"no {name} was seen")


def with_slices(counts):
    return {**counts, "slices": sum(number for name, number in counts.items() if name not in NO_SLICES)}


def run_tracy(folder, executor, program, capture, csvexport):
    trace = os.path.join(folder, "trace.tracy")
    figures = figures_of(record(capture, [program, executor], trace))
    compare(with_slices(all_zones(csvexport, trace)), figures, executor)


def run_chrome(folder, executor, program, import_chrome, csvexport):
    path, trace = os.path.join(folder, "run.json"), os.path.join(folder, "trace.tracy")
    output = subprocess.run([program, executor], check=True, text=True, stdout=subprocess.PIPE, timeout=60,
                            env={**os.environ, "SLUICE_TRACE_FILE": path}).stdout
    figures = figures_of(output)
    counts = chrome_file.check(chrome_file.read(path))
    compare(counts, figures, executor)
    if counts["arrows"] < 400:
        sys.exit(f"400 balls were hit, and {counts['arrows']} arrows are drawn")
    subprocess.run([import_chrome, path, trace], check=True, timeout=60, stdout=subprocess.DEVNULL)
    imported = all_zones(csvexport, trace)
    if imported.get("restart", 0) != figures["restart"]:
        sys.exit(f"Tracy imports something else: {imported}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        {"tracy": run_tracy, "chrome": run_chrome}[sys.argv[1]](temporary, *sys.argv[2:])
