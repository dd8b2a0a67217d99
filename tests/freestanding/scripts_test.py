#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Proves that the scripts of this folder complain when they should."""

import pathlib
import tempfile
import unittest

import compare_cases
import exclusions


class Exclusions(unittest.TestCase):
    def read(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "excluded.txt"
            path.write_text(text)
            return exclusions.read(path)

    def test_a_line_names_target_test_case_and_reason(self):
        (only,) = self.read("# a comment\n\n cortex-m0/engine_test  Suite.a_case  it needs \"threads\"\n")

        self.assertEqual(only, ("cortex-m0", "engine_test", "Suite", "a_case", 'it needs "threads"'))
        self.assertTrue(only.is_for("cortex-m0", "engine_test"))
        self.assertFalse(only.is_for("cortex-m3", "engine_test"))
        self.assertFalse(only.is_for("cortex-m0", "actors_test"))
        self.assertIn('{"Suite", "a_case", "it needs \\"threads\\""}', exclusions.table([only]))

    def test_a_star_means_every_target(self):
        (only,) = self.read("*/engine_test Suite.a_case it needs threads")

        self.assertTrue(all(only.is_for(target, "engine_test") for target in exclusions.TARGETS))

    def test_a_line_without_a_reason_is_refused(self):
        with self.assertRaisesRegex(SystemExit, "excluded.txt:2: expected"):
            self.read("*/engine_test Suite.a_case reason\n*/engine_test Suite.another_case  \n")

    def test_an_unknown_target_is_refused(self):
        with self.assertRaisesRegex(SystemExit, "no target is called z80"):
            self.read("z80/engine_test Suite.a_case reason")


class Comparison(unittest.TestCase):
    OUTPUT = "[ok] S.runs\n[excluded] S.cannot: it needs threads\n1 passed, 0 failed, 1 excluded\n"

    def complaints(self, *hosted):
        return compare_cases.complaints_about("t", set(hosted), *compare_cases.image_cases(self.OUTPUT))

    def test_cases_that_ran_or_are_excluded_are_accounted_for(self):
        self.assertEqual(self.complaints("S.runs", "S.cannot"), [])

    def test_a_case_that_is_missing_on_the_image_is_found(self):
        self.assertEqual(self.complaints("S.runs", "S.cannot", "S.lost"),
                         ["t: S.lost runs hosted but not on the image"])

    def test_a_case_that_is_missing_hosted_is_found(self):
        self.assertEqual(self.complaints("S.cannot"), ["t: S.runs runs on the image but not hosted"])

    def test_an_image_that_ran_nothing_is_found(self):
        self.assertEqual(compare_cases.complaints_about("t", {"S.a"}, set(), {"S.a"}),
                         ["t: no case ran on the image"])


if __name__ == "__main__":
    unittest.main()
