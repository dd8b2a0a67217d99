# SPDX-License-Identifier: BSL-1.0
"""Every handler of an actor costs the compiler about the same, however many there are.

Compiles actors with 16, 32 and 64 handlers, each of which is told its message. Usage: many_handlers.py <compiler> <flag>...
"""

import sys
import tempfile
from pathlib import Path

from cost import seconds

COUNTS = (16, 32, 64)
# Twice as many handlers more cost twice as much; what is beyond that, and beyond noise, grows with their number.
SLOPE = 2.5
NOISE = 0.2


def program(count: int) -> str:
    numbers = range(count)
    lines = ["#include <sluice/sluice.hpp>"]
    lines += [f"struct Message{n} {{ int value; }};" for n in numbers]
    lines += ["struct Actor { int sum = 0;"]
    lines += [f"  void on(Message{n} message) {{ sum += message.value; }}" for n in numbers]
    lines += ["};", "int main() { sluice::ActorSystem system; auto actor = system.spawn<Actor>();"]
    lines += [f"  actor.tell(Message{n}{{{n}}});" for n in numbers]
    return "\n".join([*lines, "}", ""])


def write_program(folder: str, count: int) -> Path:
    source = Path(folder, f"handlers_{count}.cpp")
    source.write_text(program(count), encoding="utf-8")
    return source


def main() -> None:
    compiler, *flags = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        spent = seconds([write_program(folder, count) for count in COUNTS], compiler, flags)
    few, some, many = spent
    limit = SLOPE * max(some - few, 0) + NOISE
    for count, each in zip(COUNTS, spent):
        print(f"{count} handlers: {each:.2f} s")
    print(f"the last 32 cost {many - some:.2f} s, at most {limit:.2f} s")
    sys.exit(many - some > limit)


if __name__ == "__main__":
    main()
