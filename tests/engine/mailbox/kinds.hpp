// SPDX-License-Identifier: BSL-1.0
#pragma once

/// One suite over every kind of queue. GoogleTest's typed tests do not exist on bare metal; a template per case does.
#include <sluice/engine/mailboxes.hpp>
#include <sluice_test/test.hpp>
#include <sluice_test/token.hpp>

namespace sluice::mailbox {

/// A backend on the queue `Queue`, made for a policy and a capacity.
template <class Queue, bool can_grow = true>
struct Direct : QueueBackend<Token, Queue> {
  static constexpr bool grows = can_grow;
  Direct(Overflow policy, std::uint32_t capacity) noexcept : QueueBackend<Token, Queue>{policy, capacity} {}
};

/// A backend whose kind is chosen at run time.
template <engine::QueueKind kind>
struct Chosen : QueueBackend<Token, engine::AnyQueue> {
  static constexpr bool grows = true;
  Chosen(Overflow policy, std::uint32_t capacity) noexcept : QueueBackend{policy, kind, capacity, policy} {}
};

using Ring = Direct<engine::RingQueue, false>;
using Unbounded = Direct<engine::UnboundedQueue>;
using Deque = Direct<engine::DequeQueue>;
using Priority = Direct<engine::PriorityQueue>;
using AnyRing = Chosen<engine::QueueKind::bounded>;
using AnyDeque = Chosen<engine::QueueKind::deque>;
using AnyPriority = Chosen<engine::QueueKind::priority>;
using AnyUnbounded = Chosen<engine::QueueKind::unbounded>;

}  // namespace sluice::mailbox

/// A case for every kind that can have a capacity: a template whose parameter is `Kind`.
#define EACH_KIND(name)                                \
  template <class Kind>                                \
  static void name();                                  \
  TEST(RingKind, name) { name<Ring>(); }               \
  TEST(UnboundedKind, name) { name<Unbounded>(); }     \
  TEST(DequeKind, name) { name<Deque>(); }             \
  TEST(PriorityKind, name) { name<Priority>(); }       \
  TEST(AnyRingKind, name) { name<AnyRing>(); }         \
  TEST(AnyDequeKind, name) { name<AnyDeque>(); }       \
  TEST(AnyPriorityKind, name) { name<AnyPriority>(); } \
  template <class Kind>                                \
  static void name()
