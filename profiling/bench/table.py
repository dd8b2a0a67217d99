#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Measures executors against each other: runs sluice-bench for every executor, workload and number of workers, and
writes figures.md and fairness.svg.

  python3 profiling/bench/table.py build/std-release/bin/sluice-bench graph/schedule

Takes about six minutes; nothing else should run meanwhile. --quick shows in half a minute that it works.
"""

import argparse
import json
import math
import os
import platform
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from fairness_plot import draw_fairness

EXECUTORS = ("threads", "taskflow", "tbb", "taskflow-shared", "tbb-shared", "naive", "manual")
THROUGHPUT = ("pingpong", "fanin", "fanin_bounded", "ring", "forkjoin", "big")
# Of the executors in turn: a figure on several threads depends on where the host has put the cores meanwhile. That of
# forkjoin jumps most, for either the sender or the workers may be the faster ones.
ROUNDS = {"forkjoin": 7}
FEWEST_ROUNDS = 3
PINGS = {False: 1000, True: 20}  # of fairness; by whether it is quick


@dataclass(frozen=True)
class Job:
    """One call of sluice-bench."""

    workload: str
    executor: str
    workers: int
    runs: int

    def arguments(self, quick: bool) -> list[str]:
        arguments = [self.workload, "--executor", self.executor, "--workers", str(self.workers)]
        return arguments + ["--runs", str(self.runs), "--json"] + (["--quick"] if quick else [])


def jobs(executors: tuple[str, ...], runs: int) -> list[Job]:
    """All that is to be measured. What is compared runs one after the other: a machine that slows down slows all."""
    on_workers = [executor for executor in executors if executor != "manual"]
    planned = []
    for workload in THROUGHPUT:
        for workers in (1, 2):
            rounds = ROUNDS.get(workload, FEWEST_ROUNDS)
            by_hand = ["manual"] if workers == 1 and "manual" in executors else []
            planned += [Job(workload, executor, workers, runs) for executor in on_workers + by_hand] * rounds
    for workers in (1, 2, 4):
        # Where pings starve, each run takes all the time there is, and ends the same.
        planned += [Job("fairness", executor, workers, 1 if executor == "naive" else 3) for executor in on_workers]
    for workers in (1, 2):
        planned += [Job("wake", executor, workers, 3) for executor in on_workers]
    planned += [Job("idle_cpu", executor, 2, 1) for executor in on_workers]
    planned += [Job("starvation", executor, 2, 3) for executor in on_workers if executor != "naive"]
    return planned


def available(program: str) -> tuple[str, ...]:
    """The executors that `program` was built with."""
    listing = subprocess.run([program, "list"], capture_output=True, text=True, check=True).stdout
    line = next(line for line in listing.splitlines() if line.startswith("pingpong "))
    words = line[line.rindex("["):].replace("[", " ").replace("/", " ").replace(",", " ").split()
    return tuple(executor for executor in EXECUTORS if executor in words)


def measure(program: str, planned: list[Job], quick: bool) -> list[dict]:
    begin = time.monotonic()
    lines = []
    for number, job in enumerate(planned, 1):
        minutes, seconds = divmod(int(time.monotonic() - begin), 60)
        print(f"{minutes}:{seconds:02} {number}/{len(planned)} {job.workload} {job.workers} {job.executor}",
              file=sys.stderr, flush=True)
        answer = subprocess.run([program, *job.arguments(quick)], stdout=subprocess.PIPE, text=True)
        if answer.returncode != 0:
            sys.exit(f"{program} {' '.join(job.arguments(quick))} has failed")
        lines += [json.loads(line) for line in answer.stdout.splitlines()]
    return lines


def middle(rounds: list[dict]) -> dict:
    """The median of several rounds, and of their floors."""
    floors = [line["floor"] for line in rounds if line["floor"] is not None]
    return rounds[0] | {"median": statistics.median(line["median"] for line in rounds),
                        "floor": statistics.median(floors) if floors else None}


class Figures:
    """What was measured, by workload, figure, executor and workers."""

    def __init__(self, lines: list[dict]):
        rounds: dict[tuple, list[dict]] = {}
        for line in lines:
            key = (line["workload"], line.get("figure", ""), line["executor"], line["workers"])
            rounds.setdefault(key, []).append(line)
        self.lines = {key: middle(of_key) for key, of_key in rounds.items()}
        self.executors = [executor for executor in EXECUTORS if any(key[2] == executor for key in self.lines)]

    def get(self, workload: str, executor: str, workers: int, figure: str = "") -> dict | None:
        return self.lines.get((workload, figure, executor, workers))

    def value(self, *key) -> float | None:
        line = self.get(*key)
        return None if line is None else line["median"]

    def floors(self, workload: str, workers: int) -> list[float]:
        return [line["floor"] for key, line in self.lines.items()
                if key[0] == workload and key[3] == workers and line["floor"] is not None]


def number(value: float | None) -> str:
    """Three digits that count; more before the point."""
    if value is None:
        return "-"
    digits = 0 if value == 0 else min(max(2 - math.floor(math.log10(value)), 0), 6)
    return f"{value:.{digits}f}"


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def throughput_cell(line: dict | None) -> str:
    if line is None:
        return "-"
    against = f" ({line['median'] / line['floor']:.1f}x)" if line["floor"] else ""
    return number(line["median"]) + against


def throughput_table(figures: Figures, workers: int) -> str:
    def floor(workload: str) -> str:
        floors = figures.floors(workload, workers)
        return number(statistics.median(floors)) if floors else "-"

    rows = [["floor", *map(floor, THROUGHPUT)]]
    for executor in figures.executors:
        cells = [throughput_cell(figures.get(workload, executor, workers)) for workload in THROUGHPUT]
        if any(cell != "-" for cell in cells):
            rows.append([executor, *cells])
    return table([f"{workers} worker{'s' if workers > 1 else ''}, ns", *THROUGHPUT], rows)


def fairness_table(figures: Figures, pings: int) -> str:
    rows = []
    for executor in figures.executors:
        for workers in (1, 2, 4):
            if figures.get("fairness", executor, workers, "p50") is None:
                continue
            values = [figures.value("fairness", executor, workers, figure) for figure in ("p50", "p99", "max")]
            answered = figures.value("fairness", executor, workers, "answered")
            rows.append([executor, str(workers), *map(number, values), f"{answered:.0f} of {pings}"])
    return table(["fairness, ms", "workers", "p50", "p99", "max", "answered"], rows)


def idle_table(figures: Figures) -> str:
    rows = []
    for executor in figures.executors:
        if figures.get("wake", executor, 1, "p50") is None:
            continue
        wakes = [number(figures.value("wake", executor, workers, figure))
                 for workers in (1, 2) for figure in ("p50", "p99")]
        idle = [number(figures.value("idle_cpu", executor, 2, figure)) for figure in ("cpu", "switches")]
        rows.append([executor, *wakes, *idle])
    return table(["", "wake 1 worker, us p50", "p99", "wake 2 workers, us p50", "p99", "idle_cpu 2 workers, %",
                  "switches/s"], rows)


def starvation_table(figures: Figures) -> str:
    rows = [[executor, *(number(figures.value("starvation", executor, 2, figure))
                         for figure in ("p99_without", "p99", "better", "monitor_cpu"))]
            for executor in figures.executors if figures.get("starvation", executor, 2, "p99") is not None]
    return table(["starvation, 2 workers", "p99 without a monitor, ms", "with, ms", "times better", "monitor, % CPU"], rows)


def machine() -> str:
    model = "an unknown processor"
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    except OSError:
        pass
    return f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.release()}"


def document(figures: Figures, command: str, where: str, quick: bool) -> str:
    note = "**A quick run: it shows that this works, not how fast.**\n\n" if quick else ""
    return f"""# Executors, measured
{note}Machine: {where}. Written by

    {command}

Mailboxes of the engine, without the actor layer; the work is that of `sluice-bench list`. `naive` submits a Taskflow
task per slice; the shared ones run on a user's `tf::Executor` or `tbb::task_arena`. In brackets:
against the floor, the same work with bare queues, in the same run. Machines are noisy, so compare these ratios.

{throughput_table(figures, 1)}
{throughput_table(figures, 2)}
A mailbox for each worker tells itself for ever; another one is pinged every millisecond. A ping that is not handled
within 3 s counts as 3 s and is the last.

{fairness_table(figures, PINGS[quick])}
![How long a ping waits while every worker is busy](fairness.svg)

From a tell out of the blue to the handler; then 1,000 idle mailboxes.

{idle_table(figures)}
Two mailboxes block both workers for 50 ms at a time, and 100 others are asked a question each millisecond in all.

{starvation_table(figures)}"""


def parse_arguments() -> argparse.Namespace:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("program", help="sluice-bench, of a release build")
    arguments.add_argument("folder", type=Path, help="where figures.md and fairness.svg go")
    arguments.add_argument("--runs", type=int, default=2, help="counted runs of each throughput in each of three rounds; default: 2")
    arguments.add_argument("--quick", action="store_true", help="a fiftieth of the work")
    arguments.add_argument("--save", type=Path, metavar="FILE", help="also keep the JSON lines")
    arguments.add_argument("--load", type=Path, metavar="FILE", help="measure nothing, take these JSON lines")
    return arguments.parse_args()


def run(given: argparse.Namespace) -> None:
    if given.load is not None:
        lines = [json.loads(line) for line in given.load.read_text().splitlines()]
    else:
        lines = measure(given.program, jobs(available(given.program), given.runs), given.quick)
    if given.save is not None:
        given.save.write_text("".join(json.dumps(line) + "\n" for line in lines))
    figures = Figures(lines)
    command = f"python3 profiling/bench/table.py {given.program} {given.folder}"
    command += f" --runs {given.runs}" if given.runs != 2 else ""
    command += " --quick" if given.quick else ""
    where = machine()
    (given.folder / "figures.md").write_text(document(figures, command, where, given.quick))
    (given.folder / "fairness.svg").write_text(draw_fairness(figures, PINGS[given.quick], where))


if __name__ == "__main__":
    run(parse_arguments())
