// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/decimal.hpp>
#include <sluice/engine/platform.hpp>
#include <sluice/engine/platform/fault.hpp>

namespace sluice::inline SLUICE_ABI::engine::platform {
namespace {

constexpr int faulted = 99;

void write_hexadecimal(std::uintptr_t number) noexcept {
  char text[2 + 2 * sizeof(number)] = {'0', 'x'};
  for (char* digit = text + sizeof(text); digit != text + 2; number >>= 4) {
    *--digit = "0123456789abcdef"[number & 0xF];
  }
  write({text, sizeof(text)});
}

}  // namespace

void report_fault(std::uintptr_t number, std::uintptr_t instruction) noexcept {
  write("sluice: fault ");
  write(Decimal{number}.text());
  write(" at ");
  write_hexadecimal(instruction);
  write("\n");
  halt(faulted);
}

}  // namespace sluice::inline SLUICE_ABI::engine::platform
