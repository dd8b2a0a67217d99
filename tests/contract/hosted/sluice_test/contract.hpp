// SPDX-License-Identifier: BSL-1.0
#pragma once

/// The contract on every executor of a hosted target: each case once for each of them and each number of workers.
#include <gtest/gtest.h>

#include <sluice_test/hosted_backends.hpp>

namespace sluice::contract {

class OnExecutors : public testing::TestWithParam<BackendChoice> {};

inline std::string name_of(const testing::TestParamInfo<BackendChoice>& choice) { return choice.param.name; }

}  // namespace sluice::contract

#define CONTRACT_SUITE(suite)                                                                 \
  class suite : public ::sluice::contract::OnExecutors {};                                    \
  INSTANTIATE_TEST_SUITE_P(On, suite, testing::ValuesIn(::sluice::contract::every_backend()), \
                           ::sluice::contract::name_of)

#define HOSTED_CONTRACT_SUITE(suite)                                                            \
  class suite : public ::sluice::contract::OnExecutors {};                                      \
  INSTANTIATE_TEST_SUITE_P(On, suite, testing::ValuesIn(::sluice::contract::hosted_backends()), \
                           ::sluice::contract::name_of)

#define CONTRACT(suite, name)                                       \
  static void suite##_##name(::sluice::contract::Backend& backend); \
  TEST_P(suite, name) {                                             \
    const auto backend = GetParam().make();                         \
    suite##_##name(*backend);                                       \
  }                                                                 \
  static void suite##_##name(::sluice::contract::Backend& backend)

#define HOSTED_CONTRACT(suite, name) CONTRACT(suite, name)
