// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/dispatch/settings.hpp>

namespace sluice::inline SLUICE_ABI {

/// What the queue of a mailbox can do, or what somebody needs of one.
class QueueSemantics {
public:
  enum Trait : std::uint8_t { unbounded = 1, bounded = 2, deque = 4, priority = 8 };

  /// Nothing in particular.
  constexpr QueueSemantics() noexcept = default;
  constexpr explicit QueueSemantics(unsigned traits) noexcept : traits_{static_cast<std::uint8_t>(traits)} {}

  [[nodiscard]] constexpr bool is_empty() const noexcept { return traits_ == 0; }
  [[nodiscard]] constexpr bool has(Trait trait) const noexcept { return (traits_ & trait) != 0; }
  [[nodiscard]] constexpr bool satisfy(QueueSemantics required) const noexcept {
    return (traits_ & required.traits_) == required.traits_;
  }

  /// "bounded deque", for a person.
  [[nodiscard]] constexpr const char* name() const noexcept {
    switch (traits_) {
      case 0: return "any queue";
      case unbounded: return "unbounded";
      case bounded: return "bounded";
      case deque: return "deque";
      case unbounded | deque: return "unbounded deque";
      case bounded | deque: return "bounded deque";
      case priority: return "priority";
      case unbounded | priority: return "unbounded priority";
      case bounded | priority: return "bounded priority";
      default: return "a queue that no mailbox has";
    }
  }

  friend constexpr QueueSemantics operator|(QueueSemantics left, QueueSemantics right) noexcept {
    return QueueSemantics{static_cast<unsigned>(left.traits_ | right.traits_)};
  }
  friend constexpr bool operator==(QueueSemantics, QueueSemantics) noexcept = default;

private:
  std::uint8_t traits_ = 0;
};

// What an actor class may declare: `using RequiresMessageQueue = DequeBased;`. Also values, for options and descriptors.
struct UnboundedBased : QueueSemantics {
  constexpr UnboundedBased() noexcept : QueueSemantics{unbounded} {}
};
struct BoundedBased : QueueSemantics {
  constexpr BoundedBased() noexcept : QueueSemantics{bounded} {}
};
struct DequeBased : QueueSemantics {
  constexpr DequeBased() noexcept : QueueSemantics{deque} {}
};
struct UnboundedDequeBased : QueueSemantics {
  constexpr UnboundedDequeBased() noexcept : QueueSemantics{unsigned{unbounded} | deque} {}
};
struct BoundedDequeBased : QueueSemantics {
  constexpr BoundedDequeBased() noexcept : QueueSemantics{unsigned{bounded} | deque} {}
};
struct PriorityBased : QueueSemantics {
  constexpr PriorityBased() noexcept : QueueSemantics{priority} {}
};

/// What a mailbox of these settings has. One that grows when it is full bounds nothing.
[[nodiscard]] constexpr QueueSemantics semantics_of(const engine::MailboxSettings& settings) noexcept {
  const bool is_bounded = settings.kind != engine::QueueKind::unbounded && settings.capacity != engine::no_limit &&
                          settings.overflow != Overflow::grow;
  const unsigned bound = is_bounded ? QueueSemantics::bounded : QueueSemantics::unbounded;
  switch (settings.kind) {
    case engine::QueueKind::deque: return QueueSemantics{bound | QueueSemantics::deque};
    case engine::QueueKind::priority: return QueueSemantics{bound | QueueSemantics::priority};
    default: return QueueSemantics{bound};
  }
}

/// What actors of class `A` need.
template <class A>
[[nodiscard]] constexpr QueueSemantics required_queue() noexcept {
  if constexpr (requires { typename A::RequiresMessageQueue; }) {
    return typename A::RequiresMessageQueue{};
  } else {
    return {};
  }
}

}  // namespace sluice::inline SLUICE_ABI
