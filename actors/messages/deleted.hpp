// SPDX-License-Identifier: BSL-1.0
#pragma once

/// SLUICE_DELETED(sentence) is `= delete`: for an overload that only says why nothing else fits, and so keeps `requires`
/// expressions false instead of ill-formed. A compiler that can shows the sentence (C++26, of clang everywhere), others
/// the concept that the overload requires behind its parameters.
#if defined(__clang__) && defined(__cpp_deleted_function)
#define SLUICE_DELETED(sentence)                                                                \
  _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wc++26-extensions\"") = \
      delete (sentence)_Pragma("clang diagnostic pop")
#elif defined(__cpp_deleted_function)
#define SLUICE_DELETED(sentence) = delete (sentence)
#else
#define SLUICE_DELETED(sentence) = delete
#endif
