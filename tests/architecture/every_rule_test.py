# SPDX-License-Identifier: BSL-1.0
import re
import unittest
from pathlib import Path

HERE = Path(__file__).parent
CHECKS = ("includes", "hosted_api", "atomics", "names", "sizes", "hygiene")


class EveryRule(unittest.TestCase):
    def test_every_rule_that_a_check_promises_is_seen_to_bite(self):
        for check in CHECKS:
            promises = (HERE / f"{check}.py").read_text().split('"""')[1]
            promised = re.findall(r"^  ([a-z-]+) {2,}\S", promises, re.MULTILINE)
            bitten = (HERE / f"{check}_test.py").read_text()
            for rule in promised:
                with self.subTest(check=check, rule=rule):
                    self.assertIn(f": {rule}: ", bitten)
            self.assertTrue(promised, f"{check}.py says no rule")


if __name__ == "__main__":
    unittest.main()
