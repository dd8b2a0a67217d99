# SPDX-License-Identifier: BSL-1.0
import unittest

from synthetic_tree import CheckTest


class Sizes(CheckTest):
    script = "sizes.py"

    def test_files_at_their_limit_pass(self):
        self.passes({
            "engine/a.hpp": "\n" * 300,
            "engine/a.cpp": "\n" * 400,
            "engine/README.md": "\n" * 40,
            "README.md": "\n" * 500,
            "tests/a_test.cpp": "\n" * 900,
        })

    def test_a_long_header_is_found(self):
        self.bites({"engine/a.hpp": "\n" * 301}, "engine/a.hpp:301: size: ")

    def test_a_long_source_is_found(self):
        self.bites({"profiling/bench/a.cpp": "\n" * 401}, "profiling/bench/a.cpp:401: size: ")

    def test_a_long_folder_readme_is_found(self):
        self.bites({"tests/stress/README.md": "\n" * 41}, "tests/stress/README.md:41: size: ")


if __name__ == "__main__":
    unittest.main()
