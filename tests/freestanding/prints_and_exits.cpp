// SPDX-License-Identifier: BSL-1.0
// The smallest image: proves that start-up, text and exit code work.
#include <sluice/engine/platform.hpp>

namespace {

// The sum is 3 only if .data was filled and the constructor ran; volatile, or the compiler would know it beforehand.
volatile int from_flash = 1;
struct Constructed {
  int value;
  explicit Constructed(int before) noexcept : value{before + 2} {}
} constructed{from_flash};

}  // namespace

extern "C" int main() {
  sluice::engine::platform::write("an image can speak, and a line that is longer than one request arrives whole\n");
  return constructed.value == 3 ? 37 : 1;
}
