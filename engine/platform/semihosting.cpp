// SPDX-License-Identifier: BSL-1.0
// `write` and `halt` for ports that run under a debugger or an emulator.
#include <cstddef>
#include <sluice/engine/platform.hpp>
#include <sluice/engine/platform/semihosting.hpp>

namespace sluice::inline SLUICE_ABI::engine::platform {

void write(std::string_view text) noexcept {
  while (!text.empty()) {
    char chunk[64] = {};  // the request wants a zero at the end
    std::size_t size = 0;
    for (; size < text.size() && size < sizeof(chunk) - 1; ++size) {
      chunk[size] = text[size];
    }
    semihosting::call(semihosting::Request::write_text, chunk);
    text.remove_prefix(size);
  }
}

void halt(int code) noexcept {
  constexpr std::uintptr_t application_exit = 0x20026;
  const std::uintptr_t reason_and_code[] = {application_exit, static_cast<std::uintptr_t>(code)};
  semihosting::call(semihosting::Request::exit, reason_and_code);
  while (true) {
    wait_for_event();  // nobody listens
  }
}

}  // namespace sluice::inline SLUICE_ABI::engine::platform
