// SPDX-License-Identifier: BSL-1.0
// An image that executes an instruction which does not exist: the fault handler must end it with code 99.
extern "C" int main() { __builtin_trap(); }
