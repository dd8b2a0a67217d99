# SPDX-License-Identifier: BSL-1.0
"""Compiles a snippet that must not compile, and reads the compiler's words.

The snippet says what it expects in a line `// expect: <sentence>`; `// expect: success` is the control, without which a
wrong include path would pass for every failure. Usage: compile.py <snippet> <compiler> <flag>...
"""

import re
import subprocess
import sys
from pathlib import Path


def expectation(snippet: Path) -> str:
    found = re.search(r"^// expect: (.+)$", snippet.read_text(encoding="utf-8"), re.MULTILINE)
    if found is None:
        sys.exit(f"{snippet.name} does not say what it expects")
    return found[1]


def main() -> None:
    snippet, compiler, *flags = sys.argv[1:]
    wanted = expectation(Path(snippet))
    run = subprocess.run([compiler, *flags, "-fsyntax-only", snippet], capture_output=True, text=True)
    output = run.stdout + run.stderr
    if wanted == "success":
        sys.exit(f"it does not compile:\n{output[:4000]}" if run.returncode != 0 else 0)
    if run.returncode == 0:
        sys.exit("it compiles, and must not")
    # The sentence must be in an error; compilers show the source line below it as well.
    said = [line for line in output.splitlines() if "error:" in line and wanted in line]
    if not said:
        sys.exit(f"no error says '{wanted}':\n{output[:4000]}")
    print(said[0])


if __name__ == "__main__":
    main()
