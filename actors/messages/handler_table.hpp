// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/envelope.hpp>

namespace sluice::inline SLUICE_ABI {

class Actor;

/// How an actor class handles one type of message.
struct HandlerEntry {
  using Function = void (*)(Actor& actor, engine::Envelope& envelope) noexcept;

  constexpr HandlerEntry(const engine::MessageType& of, Function by) noexcept : type{&of}, handle{by} {}

  const engine::MessageType* type;
  Function handle;
  HandlerEntry* next = nullptr;
  engine::Atomic<std::uint32_t> is_entered{0};
};

/// The handlers of one actor class that are in use. A class cannot list its overloads; but whoever sends it a message, or
/// narrows a reference to that message's type, names the two together. So the entry is made there, before the first
/// message can be on its way, and found here by the actor.
///
/// Thread safety: any thread.
/// Allocates: never.
class HandlerTable {
public:
  constexpr HandlerTable() noexcept = default;

  void enter(HandlerEntry& entry) noexcept {
    // acquire | that the entry is in the table, from the release below: what is sent now must find it.
    if (entry.is_entered.load(std::memory_order_acquire) == 0) [[unlikely]] {
      add(entry);
    }
  }

  /// Null if no handler for `type` is in use.
  [[nodiscard]] const HandlerEntry* find(const engine::MessageType& type) const noexcept;

private:
  void add(HandlerEntry& entry) noexcept;

  engine::Atomic<HandlerEntry*> first_{nullptr};
};

}  // namespace sluice::inline SLUICE_ABI
