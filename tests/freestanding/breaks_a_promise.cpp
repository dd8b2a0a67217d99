// SPDX-License-Identifier: BSL-1.0
// An image that breaks a promise: the assert of a release build must end it with code 134.
#include <sluice/engine/assert.hpp>

extern "C" int main() {
  sluice::engine::check(false, "an image keeps its promises");
  return 0;
}
