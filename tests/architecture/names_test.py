# SPDX-License-Identifier: BSL-1.0
import unittest

from synthetic_tree import CheckTest


class Names(CheckTest):
    script = "names.py"

    def test_good_names_pass(self):
        self.passes({"engine/mailbox.hpp": """
            class Mailbox { ArcShared<State> state_shared_; };
            using StateShared = ArcShared<State>;
            void f(const RcShared<Map<int, int>>& map_shared, ArcShared<int> shared);
            ArcShared<int> make_counter();
            auto made = ArcShared<int>::make(1);
            std::vector<ArcShared<int>> counters;
            struct HandledMessage { std::string receipt_handle; std::coroutine_handle<> frame; };
            void handle(Handler& handler, Database& base_of_operations);
        """})

    def test_a_shared_owner_says_so(self):
        self.bites({"engine/a.hpp": "ArcShared<State> state_;\n"}, "engine/a.hpp:1: shared: ")

    def test_a_shared_parameter_says_so(self):
        text = "void f(\n    const sluice::RcShared<Map<int, int>>& map);\n"
        self.bites({"tests/a_test.cpp": text}, "tests/a_test.cpp:2: shared: ")

    def test_a_shared_loop_variable_says_so(self):
        self.bites({"actors/a.cpp": "for (ArcShared<T>& one : all) {}\n"}, "actors/a.cpp:1: shared: ")

    def test_an_alias_of_a_shared_owner_says_so(self):
        self.bites({"actors/a.hpp": "using StatePointer = sluice::ArcShared<State>;\n"}, "actors/a.hpp:1: shared: ")

    def test_empty_words_in_types_are_found(self):
        for name in ("ActorManager", "MailboxHelper", "Utils", "CommonState", "MiscTypes", "ActorBase", "MailboxImpl",
                     "MessageData", "ThreadInfo"):
            with self.subTest(name):
                self.bites({"engine/a.hpp": f"class {name} {{}};\n"}, "engine/a.hpp:1: word: ")

    def test_empty_words_in_file_names_are_found(self):
        for name in ("engine/util.hpp", "engine/string_utils.cpp", "cmake/Helpers.cmake", "actors/common/a.hpp"):
            with self.subTest(name):
                self.bites({name: ""}, f"{name}:1: word: ")

    def test_do_something_is_found(self):
        self.bites({"engine/a.hpp": "\nvoid do_post();\n"}, "engine/a.hpp:2: do: ")

    def test_a_handle_type_is_found(self):
        self.bites({"engine/a.hpp": "class TimerHandle;\n"}, "engine/a.hpp:1: handle: ")

    def test_a_handle_variable_is_found(self):
        self.bites({"engine/a.hpp": "int file_handle_ = 0;\n"}, "engine/a.hpp:1: handle: ")

    def test_a_handle_file_is_found(self):
        self.bites({"engine/timer_handle.hpp": ""}, "engine/timer_handle.hpp:1: handle: ")

    def test_comments_and_strings_may_say_anything(self):
        self.passes({"engine/a.hpp": '// class TimerHandle, do_it\nf("do_it");\n'})


if __name__ == "__main__":
    unittest.main()
