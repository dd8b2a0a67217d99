# SPDX-License-Identifier: BSL-1.0
import unittest

from synthetic_tree import CheckTest

SPDX = "SPDX-License-Identifier: BSL-1.0\n"
CXX = "// " + SPDX
SHARP = "# " + SPDX
NOTE = "TO" + "DO"
HOME = "/ho" + "me/someone/sluice"


class Hygiene(CheckTest):
    script = "hygiene.py"

    def test_a_clean_tree_passes(self):
        self.passes({
            "engine/a.hpp": CXX + "#if defined(__arm__)\n#endif\n",
            "CMakeLists.txt": SHARP + 'set(x "${root}/work/here")\n',
            "run": "#!/bin/sh\n" + SHARP + "cd $HOME/work/x\n",
            "tests/stress/a_test.cpp": CXX + "std::this_thread::sleep_for(1ms);\n",
            "tests/b_test.cpp": CXX + "// sleep_for is for tests/stress\n",
            "README.md": "no license line here\n",
        })

    def test_a_missing_license_is_found(self):
        for name in ("engine/a.hpp", "graph/a.cpp", "CMakeLists.txt", "A.cmake", "cmake/b.hpp.in", "a.py", "a.sh"):
            with self.subTest(name):
                self.bites({name: "\n"}, f"{name}:1: spdx: ")

    def test_a_missing_license_in_a_program_without_suffix_is_found(self):
        self.bites({"run": "#!/bin/sh\n"}, "run:1: spdx: ")

    def test_a_note_to_oneself_is_found(self):
        self.bites({"engine/a.hpp": CXX + f"// {NOTE}: finish\n"}, "engine/a.hpp:2: leftover: ")

    def test_code_that_is_switched_off_is_found(self):
        self.bites({"engine/a.hpp": CXX + "# if 0\n"}, "engine/a.hpp:2: leftover: ")

    def test_a_path_of_this_machine_is_found(self):
        self.bites({"tests/a_test.cpp": CXX + f'open("{HOME}");\n'}, "tests/a_test.cpp:2: machine: ")
        self.bites({"CMakePresets.json": f'{{"x": "{HOME}"}}\n'}, "CMakePresets.json:1: machine: ")

    def test_a_sleeping_test_is_found(self):
        for call in ("std::this_thread::sleep_for(1ms)", "sleep_until(t)", "usleep(1)", "nanosleep(&t, nullptr)"):
            with self.subTest(call):
                self.bites({"tests/engine/a_test.cpp": CXX + call + ";\n"}, "tests/engine/a_test.cpp:2: sleep: ")


if __name__ == "__main__":
    unittest.main()
