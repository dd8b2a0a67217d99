# SPDX-License-Identifier: BSL-1.0
"""Compiles a snippet that must not compile, and reads the compiler's words.

The snippet says what it expects in a line `// expect: <sentence>`; `// expect: success` is the control, without which a
wrong include path would pass for every failure. `// expect only:` allows no other error. A name that is made of the words
will do: GCC names the concept where clang shows the sentence. Usage: compile.py <snippet> <compiler> <flag>...
"""

import re
import subprocess
import sys
from pathlib import Path


def expectation(snippet: Path) -> tuple[str, bool]:
    found = re.search(r"^// expect( only)?: (.+)$", snippet.read_text(encoding="utf-8"), re.MULTILINE)
    if found is None:
        sys.exit(f"{snippet.name} does not say what it expects")
    return found[2], found[1] is not None


def squeezed(text: str) -> str:
    return "".join(text.split()).lower()


def main() -> None:
    snippet, compiler, *flags = sys.argv[1:]
    wanted, alone = expectation(Path(snippet))
    run = subprocess.run([compiler, *flags, "-fsyntax-only", snippet], capture_output=True, text=True)
    output = run.stdout + run.stderr
    if wanted == "success":
        sys.exit(f"it does not compile:\n{output[:4000]}" if run.returncode != 0 else 0)
    if run.returncode == 0:
        sys.exit("it compiles, and must not")
    # The sentence must be in an error; compilers show the source line below it as well.
    errors = [line for line in output.splitlines() if " error: " in line]
    said = [line for line in errors if squeezed(wanted) in squeezed(line)]
    if not said:
        sys.exit(f"no error says '{wanted}':\n{output[:4000]}")
    if alone and len(errors) > 1:
        sys.exit(f"{len(errors)} errors instead of one:\n{output[:4000]}")
    print(said[0])


if __name__ == "__main__":
    main()
