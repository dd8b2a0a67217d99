# SPDX-License-Identifier: BSL-1.0
import os
import unittest
from pathlib import Path

from synthetic_tree import CheckTest

CONFIG = {"cmake/config.hpp.in": "#define SLUICE_ATOMIC_BACKEND <sluice/engine/atomic/@SLUICE_ATOMIC_BACKEND@.hpp>\n"}
NOTHING = {"graph/sluice.hpp": ""}


class HostedApiText(CheckTest):
    script = "hosted_api.py"

    def test_an_api_of_light_headers_passes(self):
        self.passes(CONFIG | {
            "graph/sluice.hpp": "#include <sluice/actors/a.hpp>\n",
            "actors/a.hpp": "#include <expected>\n#include <sluice/engine/b.hpp>\n",
            "engine/b.hpp": "#include SLUICE_ATOMIC_BACKEND\n#include <sluice/actors/a.hpp>\n",
            "engine/atomic/native.hpp": "#include <atomic>\n#include <pthread.h>\n",
            "graph/schedule/not_reachable.hpp": "#include <taskflow/taskflow.hpp>\n#include <memory>\n",
        })

    def test_functional_is_found_behind_another_header(self):
        files = {"graph/sluice.hpp": "#include <sluice/actors/a.hpp>\n", "actors/a.hpp": "\n#include <functional>\n"}
        self.bites(files, "actors/a.hpp:2: api: ")

    def test_memory_is_found_in_a_backend_that_this_build_did_not_choose(self):
        self.bites(CONFIG | {
            "graph/sluice.hpp": "#include <sluice/engine/b.hpp>\n",
            "engine/b.hpp": "#include SLUICE_ATOMIC_BACKEND\n",
            "engine/atomic/native.hpp": "#include <atomic>\n",
            "engine/atomic/other.hpp": "#include <memory>\n",
        }, "engine/atomic/other.hpp:1: api: ")

    def test_a_library_is_found(self):
        self.bites({"graph/sluice.hpp": "#include <taskflow/taskflow.hpp>\n"}, "graph/sluice.hpp:1: api: ")

    def test_an_api_that_has_moved_is_noticed(self):
        self.bites({"graph/other.hpp": ""}, "graph/sluice.hpp:1: api: ")


class HostedApiBuild(CheckTest):
    script = "hosted_api.py"

    def command(self, root: Path) -> list[str]:
        compiler = os.environ.get("CXX", "g++")
        return super().command(root) + ["--compiler", compiler, "--include-root", str(root / "build")]

    def test_an_api_of_light_headers_passes(self):
        self.passes(NOTHING | {"build/sluice/sluice.hpp": "#include <expected>\n#include <pthread.h>\n"})

    def test_memory_is_found_behind_a_standard_header(self):
        # <execution> includes <memory>, and our text would never say so.
        code, lines = self.run_on(NOTHING | {"build/sluice/sluice.hpp": "#include <execution>\n"})
        self.assertEqual(1, code)
        self.assertRegex("\n".join(lines), r"graph/sluice.hpp:1: api-build: \S*/memory must not be reachable")

    def test_a_header_from_outside_is_found(self):
        files = {"build/sluice/sluice.hpp": '#include "../../elsewhere/x.h"\n', "elsewhere/x.h": ""}
        self.bites(NOTHING | files, "graph/sluice.hpp:1: api-build: ")


if __name__ == "__main__":
    unittest.main()
