# SPDX-License-Identifier: BSL-1.0
import unittest

from synthetic_tree import CheckTest

CONFIG = {"cmake/config.hpp.in": "#define SLUICE_ATOMIC_BACKEND <sluice/engine/atomic/@SLUICE_ATOMIC_BACKEND@.hpp>\n"}


class Includes(CheckTest):
    script = "includes.py"

    def test_a_tree_whose_arrows_point_down_passes(self):
        self.passes(CONFIG | {
            "engine/atomic.hpp": "#include <sluice/config.hpp>\n#include SLUICE_ATOMIC_BACKEND\n",
            "engine/atomic/native.hpp": "#include <atomic>\n",
            "engine/mutex/posix.hpp": "#include <pthread.h>\n",
            "actors/b.hpp": "#include <sluice/engine/atomic.hpp>\n#include <expected>\n",
            "graph/schedule/c.cpp": "#include <taskflow/taskflow.hpp>\n#include <sluice/engine/atomic.hpp>\n",
            "graph/flow/d.hpp": "#include <sluice/actors/b.hpp>\n#include <vector>\n",
            "graph/sluice.hpp": "#include <sluice/graph/flow/d.hpp>\n",
            "integrations/redis/e.cpp": "#include <hiredis/hiredis.h>\n#include <sluice/integrations/durable/f.hpp>\n",
            "profiling/bench/g.cpp": "#include <sluice/sluice.hpp>\n#include <unistd.h>\n",
            "examples/h.cpp": '#include "i.hpp"\n#include <sluice/sluice.hpp>\n',
            "examples/i.hpp": "",
            "tests/j_test.cpp": "#include <sluice_test/test.hpp>\n#include <sluice/profiling/bench/k.hpp>\n",
        })

    def test_the_engine_includes_nothing_above_it(self):
        self.bites({"engine/a.hpp": "\n#include <sluice/actors/b.hpp>\n"}, "engine/a.hpp:2: layer: ")

    def test_the_engine_does_not_include_the_whole(self):
        self.bites({"engine/a.cpp": "#  include <sluice/sluice.hpp>\n"}, "engine/a.cpp:1: layer: ")

    def test_the_schedule_does_not_know_actors(self):
        self.bites({"graph/schedule/a.cpp": "#include <sluice/actors/b.hpp>\n"}, "graph/schedule/a.cpp:1: layer: ")

    def test_the_flow_does_not_know_the_schedule(self):
        self.bites({"graph/flow/a.cpp": "#include <sluice/graph/schedule/b.hpp>\n"}, "graph/flow/a.cpp:1: layer: ")

    def test_nothing_includes_integrations(self):
        self.bites({"graph/flow/a.hpp": "#include <sluice/integrations/redis/b.hpp>\n"}, "graph/flow/a.hpp:1: layer: ")

    def test_one_integration_does_not_include_another(self):
        self.bites({"integrations/asio/a.hpp": "#include <sluice/integrations/redis/b.hpp>\n"},
                   "integrations/asio/a.hpp:1: layer: ")

    def test_nothing_includes_profiling(self):
        self.bites({"actors/a.hpp": "#include <sluice/profiling/tracy/b.hpp>\n"}, "actors/a.hpp:1: layer: ")

    def test_examples_do_not_include_profiling(self):
        self.bites({"examples/a.cpp": "#include <sluice/profiling/bench/b.hpp>\n"}, "examples/a.cpp:1: layer: ")

    def test_nothing_includes_tests(self):
        self.bites({"profiling/bench/a.cpp": "#include <sluice_test/test.hpp>\n"}, "profiling/bench/a.cpp:1: layer: ")

    def test_a_trace_provider_knows_the_engine_only(self):
        self.bites({"profiling/tracy/a.cpp": "#include <sluice/actors/b.hpp>\n"}, "profiling/tracy/a.cpp:1: layer: ")

    def test_a_backend_chosen_by_macro_follows_the_table_too(self):
        config = {"cmake/config.hpp.in": "#define SLUICE_X_BACKEND <sluice/actors/x/@SLUICE_X_BACKEND@.hpp>\n"}
        self.bites(config | {"engine/a.hpp": "#include SLUICE_X_BACKEND\n", "actors/x/some.hpp": ""},
                   "engine/a.hpp:1: layer: ")

    def test_a_backend_whose_whole_header_is_a_variable_is_found(self):
        self.bites({
            "cmake/config.hpp.in": "#define SLUICE_X_BACKEND <@SLUICE_X_HEADER@>\n",
            "cmake/A.cmake": 'set(SLUICE_X_HEADER "sluice/actors/x/${SLUICE_X_BACKEND}.hpp")\n',
            "engine/a.hpp": "#include SLUICE_X_BACKEND\n",
            "actors/x/some.hpp": "",
        }, "engine/a.hpp:1: layer: ")

    def test_an_unknown_macro_is_refused(self):
        self.bites(CONFIG | {"engine/a.hpp": "#include SLUICE_OTHER_BACKEND\n"}, "engine/a.hpp:1: spelling: ")

    def test_quotes_are_refused_in_a_layer(self):
        self.bites({"engine/a.hpp": '#include "b.hpp"\n', "engine/b.hpp": ""}, "engine/a.hpp:1: spelling: ")

    def test_quotes_reach_no_other_folder(self):
        self.bites({"tests/x/a.cpp": '#include "../b.hpp"\n', "tests/b.hpp": ""}, "tests/x/a.cpp:1: spelling: ")

    def test_bare_metal_has_no_threads(self):
        self.bites({"engine/a.hpp": "#include <thread>\n"}, "engine/a.hpp:1: standard: ")

    def test_actors_have_no_strings(self):
        self.bites({"actors/a.cpp": "#include <string>\n"}, "actors/a.cpp:1: standard: ")

    def test_a_hosted_file_has_its_own_exceptions_only(self):
        self.bites({"engine/platform/hosted.cpp": "#include <ctime>\n#include <vector>\n"},
                   "engine/platform/hosted.cpp:2: standard: ")

    def test_bare_metal_has_no_operating_system(self):
        self.bites({"engine/platform/cortex_m/a.cpp": "#include <unistd.h>\n"},
                   "engine/platform/cortex_m/a.cpp:1: system: ")

    def test_taskflow_stays_in_the_schedule(self):
        self.bites({"graph/flow/a.hpp": "#include <taskflow/taskflow.hpp>\n"}, "graph/flow/a.hpp:1: third-party: ")

    def test_tracy_stays_in_its_provider(self):
        self.bites({"engine/a.cpp": "#include <tracy/Tracy.hpp>\n"}, "engine/a.cpp:1: third-party: ")

    def test_an_unknown_library_needs_a_row(self):
        self.bites({"graph/flow/a.hpp": "#include <boost/any.hpp>\n"}, "graph/flow/a.hpp:1: third-party: ")

    def test_our_own_headers_are_not_spelled_from_the_root(self):
        self.bites({"actors/a.hpp": "#include <engine/b.hpp>\n"}, "actors/a.hpp:1: third-party: ")

    def test_a_new_folder_needs_a_row(self):
        self.bites({"graph/other/a.hpp": ""}, "graph/other/a.hpp:1: table: ")

    def test_a_comment_includes_nothing(self):
        self.passes({"engine/a.hpp": "// #include <thread>\n/*\n#include <thread>\n*/\n"})


if __name__ == "__main__":
    unittest.main()
