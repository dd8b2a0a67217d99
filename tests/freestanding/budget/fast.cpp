// SPDX-License-Identifier: BSL-1.0
// What a message costs.
#include <sluice/engine/decimal.hpp>
#include <sluice/engine/platform.hpp>

#include "one_mailbox.hpp"

namespace {

using namespace budget;

constexpr std::uint32_t messages = 10'000;

/// Under the emulator one instruction is one nanosecond.
std::uint32_t instructions_per_message(std::uint32_t batch) noexcept {
  const std::uint64_t begin = platform::now_nanoseconds();
  for (std::uint32_t sent = 0; sent < messages; sent += batch) {
    for (std::uint32_t i = 0; i < batch; ++i) {
      sum.send(1);
    }
    executor.run_until_idle();
  }
  return static_cast<std::uint32_t>((platform::now_nanoseconds() - begin) / messages);
}

void print(const char* what, std::uint32_t number) noexcept {
  platform::write(what);
  platform::write(Decimal{number}.text());
  platform::write("\n");
}

}  // namespace

extern "C" int main() {
  print("instructions ", instructions_per_message(1));
  print("batched ", instructions_per_message(8));
  return sum.total == 2 * messages ? 0 : 1;
}
