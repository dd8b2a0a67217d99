// SPDX-License-Identifier: BSL-1.0
// Linked into a traced program, holds `main` back until a viewer is there: Tracy's client records on demand only, so
// what happens earlier is lost. tracy_capture.py ends the program if nobody comes.
#include <thread>
#include <tracy/Tracy.hpp>

namespace {

[[maybe_unused]] const bool is_viewer_there = [] {
  while (!TracyIsConnected) {
    std::this_thread::yield();
  }
  return true;
}();

}  // namespace
