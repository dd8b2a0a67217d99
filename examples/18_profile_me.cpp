// SPDX-License-Identifier: BSL-1.0
// A pipeline with one slow stage, to be looked at: built with the preset `chrome` and run with
// SLUICE_TRACE_FILE=run.json, its picture shows who waits for whom.
#include <cstdint>
#include <cstdio>
#include <sluice/sluice.hpp>

struct Frame {
  std::uint32_t number;
};
struct Image {
  std::uint32_t number;
  std::uint64_t sum;
};

// What takes so long that its row is nearly full.
std::uint64_t decode(std::uint32_t seed) {
  std::uint64_t sum = seed;
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    sum = sum * 6364136223846793005u + 1442695040888963407u;
  }
  return sum;
}

int main() {
  constexpr std::uint32_t frames = 100;
  std::uint32_t shown = 0;
  {
    sluice::ActorSystem system;
    const auto screen = system.spawn([&shown](Image image) { shown += image.sum != 0 ? 1 : 0; });
    const auto decoder = system.spawn([screen](Frame frame) { screen.tell({frame.number, decode(frame.number)}); });
    for (std::uint32_t i = 0; i < frames; ++i) {
      decoder.tell({i});
    }
  }
  std::printf("%u frames shown\n", shown);
}
