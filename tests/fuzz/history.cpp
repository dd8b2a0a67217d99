// SPDX-License-Identifier: BSL-1.0
#include "history.hpp"

#include <cstdio>
#include <cstdlib>
#include <sluice/engine/assert.hpp>
#include <variant>
#include <vector>

#include "totals.hpp"

namespace sluice_fuzz::history {
namespace {

struct Beginning {
  Choice choice;
  bool is_deque_itself;
};
using Entry = std::variant<Step, Beginning>;

std::vector<Entry> entries;

// For what ends the program without asking us, such as a sanitizer: then each step is printed before it is done.
const bool is_loud = std::getenv("SLUICE_FUZZ_STEPS") != nullptr;

void print(const Step& step) {
  std::fprintf(stderr, "  %.*s %u\n", static_cast<int>(name_of(step.verb()).size()), name_of(step.verb()).data(),
               step.argument);
}

void print(const Beginning& beginning) {
  static constexpr const char* kinds[] = {"unbounded", "bounded", "deque", "priority"};
  const std::string_view policy = describe(beginning.choice.policy);
  std::fprintf(stderr, "  a queue: %s%s, capacity %u, %.*s\n", kinds[static_cast<std::size_t>(beginning.choice.kind)],
               beginning.is_deque_itself ? " itself" : "", beginning.choice.capacity, static_cast<int>(policy.size()),
               policy.data());
}

void keep(const Entry& entry) {
  entries.push_back(entry);
  if (is_loud) {
    std::visit([](const auto& known) { print(known); }, entry);
  }
}

[[noreturn]] void end() {
  std::fprintf(stderr, "What was done to this queue:\n");
  std::size_t first = entries.size();
  while (first > 0 && !std::holds_alternative<Beginning>(entries[--first])) {
  }
  for (; first < entries.size(); ++first) {
    std::visit([](const auto& known) { print(known); }, entries[first]);
  }
  std::fprintf(stderr, "It is operation %llu of this run.\n", static_cast<unsigned long long>(totals::operations));
  std::abort();
}

const auto former_handler =
    sluice::engine::set_assert_handler([](const sluice::engine::AssertFailure& failure) noexcept {
      std::fprintf(stderr, "BROKEN PROMISE: %s (%s:%u)\n", failure.promise, failure.file, failure.line);
      end();
    });

}  // namespace

void clear() { entries.clear(); }
void add(Step step) { keep(step); }
void add(const Choice& choice, bool is_deque_itself) { keep(Beginning{choice, is_deque_itself}); }

void fail(const char* sentence, std::int64_t expected, std::int64_t actual) {
  std::fprintf(stderr, "DIFFERENCE: %s: the oracle says %lld, the queue %lld\n", sentence,
               static_cast<long long>(expected), static_cast<long long>(actual));
  end();
}

}  // namespace sluice_fuzz::history
