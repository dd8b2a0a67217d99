# SPDX-License-Identifier: BSL-1.0
"""Draws how long a ping waits while every worker is busy: one row per executor and number of workers, on a log scale."""

import math
from xml.sax.saxutils import escape

WIDTH = 940
LEFT = 150  # where the scale begins
RIGHT = 700  # and ends; figures in words stand behind it
ROW = 22
PANEL_HEAD = 30
TOP = 84
LOWEST, HIGHEST = 0.001, 10_000.0  # ms

OURS, NAIVE, INK, FAINT = "#2f6db3", "#c0392b", "#222222", "#d9d9d9"


def x_of(ms: float) -> float:
    share = math.log10(min(max(ms, LOWEST), HIGHEST) / LOWEST) / math.log10(HIGHEST / LOWEST)
    return LEFT + share * (RIGHT - LEFT)


def text(x: float, y: float, content: str, anchor: str = "start", size: int = 12, weight: str = "normal",
         fill: str = INK) -> str:
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" font-weight="{weight}" '
            f'fill="{fill}">{escape(content)}</text>')


def line(x1: float, y1: float, x2: float, y2: float, stroke: str, width: float = 1, dash: str = "") -> str:
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{stroke}" '
            f'stroke-width="{width}"{dashes}/>')


def circle(x: float, y: float, radius: float, fill: str, stroke: str) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{fill}" stroke="{stroke}" stroke-width="2"/>'


def duration(ms: float) -> str:
    if ms >= 1000:
        return f"{ms / 1000:.3g} s"
    return f"{ms:.3g} ms" if ms >= 1 else f"{ms * 1000:.3g} us"


def marks(y: float, p50: float, p99: float, longest: float, colour: str) -> list[str]:
    end = x_of(longest)
    return [line(x_of(p50), y, end, y, colour, 3), line(end, y - 6, end, y + 6, colour, 3),
            circle(x_of(p99), y, 5, "white", colour), circle(x_of(p50), y, 4, colour, colour)]


def arrow(x: float, y: float, colour: str) -> str:
    """To the right: it would have taken longer still."""
    return (line(x, y, x + 24, y, colour, 3) +
            f'<polygon points="{x + 34:.1f},{y:.1f} {x + 22:.1f},{y - 6:.1f} {x + 22:.1f},{y + 6:.1f}" fill="{colour}"/>')


def row(figures, executor: str, workers: int, pings: int, y: float) -> list[str]:
    p50, p99, longest, answered = (figures.value("fairness", executor, workers, figure)
                                   for figure in ("p50", "p99", "max", "answered"))
    colour = NAIVE if executor == "naive" else OURS
    drawn = [text(LEFT - 10, y + 4, executor, "end", fill=colour), *marks(y, p50, p99, longest, colour)]
    if answered < pings:
        return drawn + [arrow(x_of(longest), y, colour),
                        text(RIGHT + 16, y + 4, f"{answered:.0f} of {pings} answered, then none", fill=colour)]
    return drawn + [text(RIGHT + 16, y + 4, f"p99 {duration(p99)}, max {duration(longest)}", fill=colour)]


def scale(top: float, bottom: float) -> list[str]:
    parts = []
    ms = LOWEST
    while ms <= HIGHEST * 1.001:
        parts += [line(x_of(ms), top, x_of(ms), bottom, FAINT),
                  text(x_of(ms), bottom + 16, duration(ms), "middle", 11)]
        ms *= 10
    return parts + [line(x_of(5), top, x_of(5), bottom, INK, 1, "4 3"),
                    text(x_of(5), bottom + 32, "p99 must be below 5 ms", "middle", 11)]


def legend(y: float) -> list[str]:
    parts = marks(y, 0.001, 0.004, 0.012, OURS)
    return parts + [text(x_of(0.012) + 12, y + 4, "median, 99th percentile, longest; blue: ours, red: a task per slice")]


def draw_fairness(figures, pings: int, machine: str) -> str:
    """`figures.value(workload, executor, workers, figure)` tells what was measured, or None."""
    rows, y = [], TOP
    for workers in (1, 2, 4):
        measured = [executor for executor in figures.executors
                    if figures.value("fairness", executor, workers, "p50") is not None]
        if not measured:
            continue
        y += PANEL_HEAD
        rows.append(text(LEFT, y - 10, f"{workers} worker{'s' if workers > 1 else ''}, as many busy mailboxes",
                         weight="bold"))
        for executor in measured:
            rows += row(figures, executor, workers, pings, y + ROW / 2)
            y += ROW
    height = y + 70
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height:.0f}" '
             f'viewBox="0 0 {WIDTH} {height:.0f}" font-family="sans-serif">',
             f'<rect width="{WIDTH}" height="{height:.0f}" fill="white"/>',
             text(20, 28, "How long a ping waits while every worker is busy", size=17, weight="bold"),
             text(20, 48, machine, size=11), *legend(72), *scale(TOP + 8, y + 4), *rows, "</svg>"]
    return "\n".join(parts) + "\n"
