// SPDX-License-Identifier: BSL-1.0
// Breaks every rule of audit_symbols.py, to prove that it notices. Compiled with exceptions, RTTI and guards; never
// linked.
#include <array>
#include <cstddef>

extern "C" int puts(const char* text);

struct Virtual {
  virtual int value() const { return 1; }
};
struct Derived : Virtual {
  int value() const override { return 2; }
};

int break_the_rules(std::size_t index, Virtual& object) {
  static Virtual* const local = new Derived;
  if (dynamic_cast<Derived*>(&object) == nullptr) {
    throw index;
  }
  puts("a C library?");
  return std::array{1, 2}.at(index) + local->value();
}
