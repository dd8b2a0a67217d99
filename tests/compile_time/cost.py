# SPDX-License-Identifier: BSL-1.0
"""What compilations cost: CPU time in user mode, the least of several runs, so that a busy machine changes little."""

import os
import resource
import subprocess
import sys
from pathlib import Path

RUNS = 3


def _once(command: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"it does not compile:\n{run.stderr[:4000]}")
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def seconds(sources: list[Path], compiler: str, flags: list[str]) -> list[float]:
    """Of each source; they take turns, so that a slow while of the machine is not that of one."""
    command = [compiler, "-std=c++23", "-O0", *flags, "-o", os.devnull, "-c"]
    return [min(runs) for runs in zip(*([_once([*command, str(each)]) for each in sources] for _ in range(RUNS)))]
