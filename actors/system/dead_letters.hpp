// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <sluice/actors/untyped_ref.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/dead_letter.hpp>
#include <sluice/engine/envelope.hpp>
#include <sluice/engine/mutex.hpp>

namespace sluice::inline SLUICE_ABI {

using engine::DeadLetterReason;

/// A message that nobody handled, as an event: published on the system's `EventStream`.
struct DeadLetter {
  const char* message_type;
  DeadLetterReason reason;
  UntypedRef target;                 ///< whom it was for; nobody if it was an answer
  UntypedRef sender;                 ///< nobody if it came without
  const engine::Envelope* envelope;  ///< only during a callback; null if it comes as a message

  /// As it is told to an actor, later.
  [[nodiscard]] DeadLetter detached() const noexcept {
    DeadLetter copy = *this;
    copy.envelope = nullptr;
    return copy;
  }

  /// The message, if it is one of that type; only during the callback. What a handler had taken is moved from.
  template <class Message>
  [[nodiscard]] const Message* message() const noexcept {
    return envelope != nullptr && envelope->type == &engine::EnvelopeOf<Message>::type_of
               ? &static_cast<const engine::EnvelopeOf<Message>*>(envelope)->message
               : nullptr;
  }
};

/// Counts the dead letters of a system, and writes some of them to the console: of a burst the first ones, then how many
/// there were.
///
/// Thread safety: any thread.
/// Allocates: never.
class DeadLetters {
public:
  static constexpr std::uint32_t lines_per_period = 10;
  static constexpr Duration period = std::chrono::seconds{1};

  constexpr DeadLetters() noexcept = default;
  DeadLetters(const DeadLetters&) = delete;
  DeadLetters& operator=(const DeadLetters&) = delete;

  /// How many there were, for whatever reason.
  [[nodiscard]] std::uint64_t count() const noexcept;
  [[nodiscard]] std::uint64_t count(DeadLetterReason reason) const noexcept {
    return of(reason).load(std::memory_order_relaxed);  // a figure
  }
  /// How many were not written because there were too many.
  [[nodiscard]] std::uint64_t unwritten() const noexcept {
    return unwritten_.load(std::memory_order_relaxed);  // a figure
  }

  /// From now on those of type `Message` are only counted: neither written nor published.
  template <class Message>
  void suppress() noexcept {
    suppress(engine::EnvelopeOf<Message>::type_of);
  }
  /// Whether any are written at all.
  void set_writing(bool on) noexcept {
    is_writing_.store(on ? 1 : 0, std::memory_order_relaxed);  // a setting
  }

  /// Counts `letter`; true if it is to be published. Writes it if that is due.
  [[nodiscard]] bool take(const engine::DeadLetter& letter, Instant now) noexcept;

  /// As at first, for the next system. By its owner.
  void reset() noexcept;

private:
  static constexpr std::size_t suppressed_count = hosted ? 32 : 4;
  using Figure = engine::Atomic<std::uintptr_t>;

  struct Burst {
    Instant begin{};
    std::uint32_t written = 0;
    std::uint32_t skipped = 0;
  };

  [[nodiscard]] Figure& of(DeadLetterReason reason) noexcept { return counts_[static_cast<std::size_t>(reason)]; }
  [[nodiscard]] const Figure& of(DeadLetterReason reason) const noexcept {
    return counts_[static_cast<std::size_t>(reason)];
  }
  void suppress(const engine::MessageType& type) noexcept;
  [[nodiscard]] bool is_suppressed(const engine::MessageType& type) const noexcept;
  void write(const engine::DeadLetter& letter, Instant now) noexcept;

  std::array<Figure, engine::dead_letter_reasons> counts_{};
  std::array<engine::Atomic<const engine::MessageType*>, suppressed_count> suppressed_{};
  Figure unwritten_{0};
  engine::Atomic<std::uint32_t> is_writing_{1};
  SyncMutex<Burst> burst_;
};

}  // namespace sluice::inline SLUICE_ABI
