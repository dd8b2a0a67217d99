// SPDX-License-Identifier: BSL-1.0
#pragma once

/// The contract on the manual executor: an ordinary portable suite.
#include <sluice_test/cannot.hpp>
#include <sluice_test/manual_backend.hpp>
#include <sluice_test/test.hpp>

#define CONTRACT_SUITE(suite) static_assert(true)
#define HOSTED_CONTRACT_SUITE(suite) static_assert(true)

#define CONTRACT(suite, name)                                       \
  static void suite##_##name(::sluice::contract::Backend& backend); \
  TEST(suite, name) {                                               \
    ::sluice::contract::ManualBackend backend;                      \
    suite##_##name(backend);                                        \
  }                                                                 \
  static void suite##_##name(::sluice::contract::Backend& backend)

#define HOSTED_CONTRACT(suite, name)                                \
  static void suite##_##name(::sluice::contract::Backend& backend); \
  TEST(suite, name) {                                               \
    (void)&suite##_##name;                                          \
    SLUICE_TEST_CANNOT("the manual executor is not shut down");     \
  }                                                                 \
  static void suite##_##name(::sluice::contract::Backend& backend)
