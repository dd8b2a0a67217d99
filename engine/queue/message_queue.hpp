// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/mpsc_queue.hpp>
#include <sluice/engine/queue/entry.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// The messages of a mailbox, whatever kind of queue holds them.
///
/// Thread safety: `push`, `close` and the questions from any thread or interrupt; `pop` as the kind says.
class MessageQueue {
public:
  /// Takes `node` in, unless it is full or closed: then it is still the caller's.
  [[nodiscard]] virtual Entry push(MpscNode& node) noexcept = 0;

  /// The next message, or null if there is none, or if the next one is not completely in yet.
  [[nodiscard]] virtual MpscNode* pop() noexcept = 0;

  /// Takes out the message that a full queue gives up for `newcomer`; null if it is the newcomer that has to go, or if
  /// the message is not completely in yet: nobody waits for anybody here.
  [[nodiscard]] virtual MpscNode* evict(const MpscNode& newcomer) noexcept = 0;

  /// Makes the capacity larger; false if this kind cannot.
  [[nodiscard]] virtual bool grow() noexcept = 0;

  /// Nothing enters any more; true for the first who says so. What is in stays until it is popped.
  virtual bool close() noexcept = 0;

  /// A hint, but for one case: where `size` goes down later than `pop` takes, who popped sees any closing that came before
  /// that. A kind that counts in the word that says `closed` keeps this without doing anything.
  [[nodiscard]] virtual bool is_closed() const noexcept = 0;
  /// Messages that are not completely in count. Out of date at once if others push or pop.
  [[nodiscard]] virtual std::uint32_t size() const noexcept = 0;
  [[nodiscard]] virtual std::uint32_t capacity() const noexcept = 0;

protected:
  ~MessageQueue() = default;
};

}  // namespace sluice::inline SLUICE_ABI::engine
