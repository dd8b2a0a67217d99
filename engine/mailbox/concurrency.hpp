// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <sluice/config.hpp>
#include <sluice/engine/shared.hpp>

namespace sluice::inline SLUICE_ABI::mailbox {

/// Copies of a mailbox and of its producers may be on different threads, and in interrupts.
struct ThreadSafe {
  static constexpr bool is_thread_safe = true;
  template <class T>
  using OwnerShared = ArcShared<T>;
};

/// All copies are on one thread; cheaper by the atomic operations of their owners.
struct SingleThreaded {
  static constexpr bool is_thread_safe = false;
  template <class T>
  using OwnerShared = RcShared<T>;
};

/// Says who may use a mailbox at the same time.
template <class C>
concept MailboxConcurrency = requires {
  { C::is_thread_safe } -> std::convertible_to<bool>;
};

/// Says how what belongs to a mailbox is shared by its copies.
template <class C>
concept MetadataStorageMode = Shared<typename C::template OwnerShared<int>>;

}  // namespace sluice::inline SLUICE_ABI::mailbox
