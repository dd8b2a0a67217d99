// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstdint>
#include <sluice_test/print.hpp>
#include <type_traits>
#include <utility>

namespace sluice_test {

/// Where a comparison stands in the source, and what it says there.
struct Claim {
  const char* file;
  std::uint32_t line;
  const char* text;
};

/// Marks the running case as failed and shows the claim.
void report_failure(const Claim& claim) noexcept;

// A test may compare an unsigned count with a plain 3; the mathematical values are what it means.
template <class A, class B>
concept DifferInSign = std::integral<A> && std::integral<B> && !std::same_as<A, bool> && !std::same_as<B, bool> &&
                       std::is_signed_v<A> != std::is_signed_v<B> && (sizeof(A) > 1) && (sizeof(B) > 1);

struct Equal {
  template <class A, class B>
  bool operator()(const A& a, const B& b) const {
    if constexpr (DifferInSign<A, B>) {
      return std::cmp_equal(a, b);
    } else {
      return a == b;
    }
  }
};

struct Less {
  template <class A, class B>
  bool operator()(const A& a, const B& b) const {
    if constexpr (DifferInSign<A, B>) {
      return std::cmp_less(a, b);
    } else {
      return a < b;
    }
  }
};

struct LessOrEqual {
  template <class A, class B>
  bool operator()(const A& a, const B& b) const {
    if constexpr (DifferInSign<A, B>) {
      return std::cmp_less_equal(a, b);
    } else {
      return a <= b;
    }
  }
};

/// Whether `Relation` between the two is `wanted`; if not, both are shown.
template <class Relation, bool wanted = true, class A, class B>
[[nodiscard]] bool compare(const Claim& claim, const A& a, const B& b) {
  if (Relation{}(a, b) == wanted) [[likely]] {
    return true;
  }
  report_failure(claim);
  print_text("    left:  ");
  print(a);
  print_text("\n    right: ");
  print(b);
  print_text("\n");
  return false;
}

[[nodiscard]] inline bool expect(const Claim& claim, bool holds) noexcept {
  if (!holds) [[unlikely]] {
    report_failure(claim);
  }
  return holds;
}

/// What the test adds to a failure with `<<`.
class Message {
public:
  Message() noexcept = default;
  Message(const Message&) = delete;
  Message& operator=(const Message&) = delete;
  ~Message() {
    if (is_begun_) {
      print_text("\n");
    }
  }

  template <class T>
  Message& operator<<(const T& value) noexcept {
    if (!is_begun_) {
      print_text("    ");
      is_begun_ = true;
    }
    print(value);
    return *this;
  }

private:
  bool is_begun_ = false;
};

/// Lets `return LeaveCase{} = Message{} << ...` be a return without a value.
struct LeaveCase {
  void operator=(const Message&) const noexcept {}
};

}  // namespace sluice_test
