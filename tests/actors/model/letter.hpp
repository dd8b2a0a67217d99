// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace sluice::actor_model {

inline constexpr std::uint32_t nobody = UINT32_MAX;

/// Objects of the model that exist now. One thread drives it.
inline std::int64_t living_messages = 0;

/// Counts the objects that have one. Moved from, it still counts: it ends as any other.
class Counted {
public:
  Counted() noexcept { ++living_messages; }
  Counted(Counted&&) noexcept { ++living_messages; }
  Counted& operator=(Counted&&) noexcept { return *this; }
  ~Counted() { --living_messages; }
};

/// What comes back. Its number is that of its entry in the oracle, as for the others.
struct Answer {
  std::uint32_t id;
  Counted counted{};
};

/// What everybody handles. Nothing of the system copies it.
struct Letter {
  using Reply = Answer;
  std::uint32_t id;
  Counted counted{};
};

/// What is handled only by those who have an adapter for it.
struct Foreign {
  using Reply = Answer;
  std::uint32_t id;
  Counted counted{};
};

/// What nobody handles.
struct Stray {
  std::uint32_t id;
  Counted counted{};
};

}  // namespace sluice::actor_model
