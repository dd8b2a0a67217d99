// SPDX-License-Identifier: BSL-1.0
// Runs every case of an image in the order of registration and tells the world how it went.
//
// tests/freestanding/compare_cases.py reads these lines.
#include <cstdint>
#include <sluice/engine/decimal.hpp>
#include <sluice/engine/platform.hpp>
#include <sluice_test/case.hpp>
#include <sluice_test/compare.hpp>
#include <string_view>

namespace sluice_test {
namespace {

// Constant-initialised, so that the constructors of cases may come in any order.
constinit Case* first = nullptr;
constinit Case* last = nullptr;
constinit bool has_failed = false;  // the case that runs now

struct Counts {
  std::uint32_t passed = 0;
  std::uint32_t failed = 0;
  std::uint32_t excluded = 0;
};

void print_name(const char* state, const char* suite, const char* name) noexcept {
  print_text(state);
  print_text(suite);
  print_text(".");
  print_text(name);
}

bool is_same(const Exclusion& exclusion, const Case& test) noexcept {
  return std::string_view{exclusion.suite} == test.suite && std::string_view{exclusion.name} == test.name;
}

const Exclusion* find_exclusion(const Case& test) noexcept {
  for (const Exclusion& exclusion : exclusions) {
    if (is_same(exclusion, test)) {
      return &exclusion;
    }
  }
  return nullptr;
}

bool names_a_case(const Exclusion& exclusion) noexcept {
  for (const Case* test = first; test != nullptr; test = test->next) {
    if (is_same(exclusion, *test)) {
      return true;
    }
  }
  return false;
}

void run(const Case& test, Counts& counts) noexcept {
  if (const Exclusion* const exclusion = find_exclusion(test)) {
    ++counts.excluded;
    print_name("[excluded] ", test.suite, test.name);
    print_text(": ");
    print_text(exclusion->reason);
    print_text("\n");
    return;
  }
  has_failed = false;
  test.body();
  ++(has_failed ? counts.failed : counts.passed);
  print_name(has_failed ? "[failed] " : "[ok] ", test.suite, test.name);
  print_text("\n");
}

bool is_list_of_exclusions_right() noexcept {
  bool is_right = true;
  for (const Exclusion& exclusion : exclusions) {
    if (!names_a_case(exclusion)) {
      is_right = false;
      print_name("excluded.txt names ", exclusion.suite, exclusion.name);
      print_text(", which is no case of this image\n");
    }
  }
  return is_right;
}

void print(const Counts& counts) noexcept {
  print_number(false, counts.passed);
  print_text(" passed, ");
  print_number(false, counts.failed);
  print_text(" failed, ");
  print_number(false, counts.excluded);
  print_text(" excluded\n");
}

}  // namespace

Case::Case(const char* suite_name, const char* case_name, void (*case_body)()) noexcept
    : suite{suite_name}, name{case_name}, body{case_body} {
  (last == nullptr ? first : last->next) = this;
  last = this;
}

void report_failure(const Claim& claim) noexcept {
  has_failed = true;
  print_text(claim.file);
  print_text(":");
  print_number(false, claim.line);
  print_text(": failure\n    ");
  print_text(claim.text);
  print_text("\n");
}

}  // namespace sluice_test

extern "C" int main() {
  using namespace sluice_test;
  Counts counts;
  for (const Case* test = first; test != nullptr; test = test->next) {
    run(*test, counts);
  }
  const bool is_list_right = is_list_of_exclusions_right();
  const bool has_run_any = counts.passed + counts.failed > 0;
  if (!has_run_any) {
    print_text("no case ran\n");
  }
  print(counts);
  return counts.failed == 0 && is_list_right && has_run_any ? 0 : 1;
}
