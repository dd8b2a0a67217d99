// SPDX-License-Identifier: BSL-1.0
// What every image has: the other image's code is counted without it.
extern "C" int main() { return 0; }
