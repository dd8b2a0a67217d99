# SPDX-License-Identifier: BSL-1.0
"""Tiny trees with one mistake each, to prove that a check bites."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).parent


class CheckTest(unittest.TestCase):
    """Runs one script, as ctest does, on trees that are written here: path -> text."""

    script: str

    def bites(self, files: dict[str, str], *expected: str) -> None:
        """The script fails, and says exactly this: the beginnings of its lines, in order."""
        code, lines = self.run_on(files)
        found = [line[: len(start)] for line, start in zip(lines, expected)]
        self.assertEqual((list(expected), len(expected), 1), (found, len(lines), code), "\n".join(lines))

    def passes(self, files: dict[str, str]) -> None:
        self.assertEqual((0, []), self.run_on(files))

    def run_on(self, files: dict[str, str]) -> tuple[int, list[str]]:
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            answer = subprocess.run(self.command(Path(folder)), capture_output=True, text=True)
        self.assertNotIn("Traceback", answer.stderr)
        return answer.returncode, answer.stdout.splitlines()

    def command(self, root: Path) -> list[str]:
        return [sys.executable, str(HERE / self.script), str(root)]
