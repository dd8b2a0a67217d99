// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/decimal.hpp>
#include <sluice/engine/platform.hpp>
#include <sluice_test/print.hpp>

namespace sluice_test {

void print_text(std::string_view text) noexcept { sluice::engine::platform::write(text); }

void print_number(bool is_negative, std::uint64_t magnitude) noexcept {
  if (is_negative) {
    print_text("-");
  }
  print_text(sluice::engine::Decimal{magnitude}.text());
}

void print_address(const volatile void* address) noexcept {
  char text[2 + 2 * sizeof(address)] = {'0', 'x'};
  auto left = reinterpret_cast<std::uintptr_t>(address);
  for (char* digit = text + sizeof(text); digit != text + 2; left >>= 4) {
    *--digit = "0123456789abcdef"[left & 0xF];
  }
  print_text({text, sizeof(text)});
}

}  // namespace sluice_test
