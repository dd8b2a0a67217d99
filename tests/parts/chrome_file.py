# SPDX-License-Identifier: BSL-1.0
"""Reads a Chrome JSON file back and holds it to what the recorder promises.

Every span has two ends, time never goes back on a track, every arrow has two ends that lie in spans, every wait is a
pair. Returns how often each span was entered on the tracks of threads.
"""

import json
import sys
from collections import Counter, defaultdict

WORKERS, ACTORS = 1, 2


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)["traceEvents"]


def check(events):
    """Counts of spans by name on the threads' tracks; ends the program if a promise is broken."""
    counts, slices, spans = Counter(), Counter(), defaultdict(list)
    for track, row in by_track(events).items():
        stack, last = [], 0.0
        for event in row:
            require(event["ts"] >= last, f"time goes back on {track}: {event}")
            last = event["ts"]
            if event["ph"] == "B":
                stack.append(event)
            elif event["ph"] == "E":
                require(stack, f"an end without a begin on {track}: {event}")
                begin = stack.pop()
                spans[track].append((begin["ts"], event["ts"]))
                if track[0] == WORKERS:
                    counts[begin["name"]] += 1
                slices[(begin["cat"], track[0])] += 1
            else:
                spans[track].append((event["ts"], event["ts"] + event["dur"]))
        require(not stack, f"spans without an end on {track}: {stack}")
    require(slices["slice", WORKERS] == slices["slice", ACTORS], "a slice is on one track only")
    check_pairs(events, "s", "f", spans)
    check_pairs(events, "b", "e", None)
    counts["slices"] = slices["slice", WORKERS]
    counts["arrows"] = sum(event["ph"] == "s" for event in events)
    counts["offer.wait"] += sum(event["ph"] == "b" for event in events)
    return counts


def by_track(events):
    rows = defaultdict(list)
    for event in events:
        if event["ph"] in "BEX":
            rows[event["pid"], event["tid"]].append(event)
    return rows


def check_pairs(events, first, second, spans):
    begins = {event["id"]: event for event in events if event["ph"] == first}
    ends = {event["id"]: event for event in events if event["ph"] == second}
    require(begins.keys() == ends.keys(), f"{first} and {second} do not pair: {begins.keys() ^ ends.keys()}")
    for number, begin in begins.items():
        require(begin["ts"] <= ends[number]["ts"], f"it ends before it begins: {begin}, {ends[number]}")
        for event in (begin, ends[number]) if spans is not None else ():
            row = spans[event["pid"], event["tid"]]
            require(any(a <= event["ts"] <= b for a, b in row), f"an arrow ends in nothing: {event}")


def require(holds, otherwise):
    if not holds:
        sys.exit(otherwise)
