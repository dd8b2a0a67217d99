# SPDX-License-Identifier: BSL-1.0
import unittest

from synthetic_tree import CheckTest

LOAD = "  x_.load(std::memory_order_acquire);\n"
FILLER = "  f();\n"


class Atomics(CheckTest):
    script = "atomics.py"

    def test_an_explained_operation_passes(self):
        self.passes({"engine/a.hpp": "  // acquire | the payload, from the release in `push`.\n" + LOAD})

    def test_an_explanation_on_the_line_passes(self):
        self.passes({"engine/a.hpp": "x_.store(1, std::memory_order_release);  // release | the payload, to `pop`\n"})

    def test_an_explanation_may_have_two_halves(self):
        self.passes({"engine/a.hpp": "// acq_rel | release: this, to that.\n//         | acquire: that, from this.\n"
                                     "x_.exchange(1, std::memory_order_acq_rel);\n"})

    def test_relaxed_needs_no_explanation(self):
        self.passes({"engine/a.hpp": "x_.load(std::memory_order_relaxed);\n"})

    def test_an_unexplained_operation_is_found(self):
        self.bites({"engine/a.hpp": "void f() {\n" + LOAD + "}\n"}, "engine/a.hpp:2: order: ")

    def test_another_spelling_of_the_order_is_found(self):
        self.bites({"actors/a.hpp": "x_.load(std::memory_order::seq_cst);\n"}, "actors/a.hpp:1: order: ")

    def test_an_explanation_of_another_order_does_not_count(self):
        self.bites({"graph/flow/a.hpp": "// release | the payload, to `pop`.\n" + LOAD}, "graph/flow/a.hpp:2: order: ")

    def test_both_orders_of_an_exchange_are_explained(self):
        exchange = "// acq_rel | this, to that.\nx_.compare_exchange_weak(a, b, std::memory_order_acq_rel,\n"
        self.bites({"engine/a.hpp": exchange + "    std::memory_order_acquire);\n"}, "engine/a.hpp:3: order: ")

    def test_an_order_without_a_reason_does_not_count(self):
        self.bites({"engine/a.hpp": "  // acquire |\n" + LOAD}, "engine/a.hpp:2: order: ")

    def test_an_explanation_too_far_away_does_not_count(self):
        text = "  // acquire | the payload, from `push`.\n" + FILLER * 6 + LOAD
        self.bites({"profiling/bench/a.hpp": text}, "profiling/bench/a.hpp:8: order: ")

    def test_an_explanation_for_those_below_covers_its_block(self):
        explanation = "  // acquire | the payload, from `push`; the same for\n  // the loads below.\n"
        self.passes({"engine/a.cpp": "void f() {\n" + explanation + FILLER * 9 + "  if (x)\n  " + LOAD + "}\n"})

    def test_an_explanation_for_those_below_ends_with_its_block(self):
        explanation = "  // acquire | the payload, from `push`; the same for the loads below.\n"
        text = "void f() {\n" + explanation + FILLER * 9 + "}\nvoid g() {\n" + LOAD + "}\n"
        self.bites({"engine/a.cpp": text}, "engine/a.cpp:14: order: ")

    def test_a_default_order_is_found(self):
        text = "std::atomic<int> x;\nint y = x.load();\nint z = x.load(order);\n"
        self.bites({"profiling/bench/floor/a.hpp": text}, "profiling/bench/floor/a.hpp:2: default: ")

    def test_a_fence_is_found_even_in_a_test(self):
        text = "std::atomic_thread_fence(std::memory_order_seq_cst);\n"
        self.bites({"tests/a_test.cpp": text}, "tests/a_test.cpp:1: fence: ")

    def test_a_fence_for_the_compiler_is_found(self):
        text = "std::atomic_signal_fence(order);\n"
        self.bites({"profiling/bench/floor/a.hpp": text}, "profiling/bench/floor/a.hpp:1: fence: ")

    def test_a_second_door_to_shared_memory_is_found(self):
        self.bites({"actors/a.hpp": "std::atomic<bool> x;\n"}, "actors/a.hpp:1: door: ")
        self.bites({"graph/flow/a.hpp": "std::atomic_ref x{y};\n"}, "graph/flow/a.hpp:1: door: ")
        self.bites({"engine/a.hpp": "__atomic_load_n(&x, 0);\n"}, "engine/a.hpp:1: door: ")

    def test_the_door_itself_passes(self):
        text = "std::atomic<T> x;\n"
        self.passes({"engine/atomic/native.hpp": text, "profiling/bench/floor/a.hpp": text})

    def test_a_width_that_depends_on_the_target_is_found(self):
        self.bites({"engine/a.hpp": "Atomic<std::size_t> x_;\n"}, "engine/a.hpp:1: width: ")

    def test_words_in_comments_and_strings_do_not_count(self):
        self.passes({"engine/a.hpp": '// std::atomic, std::memory_order_acquire\nf("std::memory_order_acquire");\n'})


if __name__ == "__main__":
    unittest.main()
