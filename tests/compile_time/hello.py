# SPDX-License-Identifier: BSL-1.0
"""The README's first program compiles in time. Usage: hello.py <program> <compiler> <flag>..."""

import sys
from pathlib import Path

from cost import seconds

LIMIT = 1.5


def main() -> None:
    program, compiler, *flags = sys.argv[1:]
    (spent,) = seconds([Path(program)], compiler, flags)
    print(f"{spent:.2f} s without optimisation, at most {LIMIT:.2f} s")
    sys.exit(spent > LIMIT)


if __name__ == "__main__":
    main()
