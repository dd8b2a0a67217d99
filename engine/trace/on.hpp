// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/trace/label.hpp>
#include <type_traits>

namespace sluice::inline SLUICE_ABI::engine::trace {

inline constexpr bool is_on = true;
/// Whether single messages are told of, beside slices.
inline constexpr bool follows_messages = trace_level >= 2;

/// What a provider wants back at the end of a span; 0 if it does not want to know of it.
using Token = std::uint64_t;

// The hooks. A provider defines them all; there are no weak defaults, so a build without one does not link. Texts and
// labels live for ever.
[[nodiscard]] Token begin_zone(const Label& label) noexcept;
void end_zone(Token token, std::uint64_t value) noexcept;
/// A span in which the mailbox `who` has the thread.
[[nodiscard]] Token begin_slice(const Label& label, const void* who) noexcept;
void end_slice(Token token, std::uint64_t handled) noexcept;
/// `who` tells one wait from another as long as it lasts.
[[nodiscard]] Token begin_wait(const Label& label, const void* who) noexcept;
void end_wait(const Label& label, const void* who, Token token) noexcept;
void event(const Label& label, const char* detail = nullptr, std::uint64_t value = 0) noexcept;
void plot(Plot which, std::int64_t value) noexcept;
/// What this thread is for.
void name_thread(const char* name) noexcept;
/// A worker has this thread from now on, runs one slice after the other, and does nothing else in between.
void begin_turn() noexcept;
/// It has it no longer. `parks`: so nobody has, until the next turn.
void end_turn(bool parks) noexcept;
/// Called now and then between slices: whoever wants to be told of slices says so in `is_watched`.
void look() noexcept;
/// A message of `type` was made; tells its number, or 0.
[[nodiscard]] std::uint64_t note_message(const char* type) noexcept;
/// The message of that number is handled, inside of a slice.
[[nodiscard]] Token begin_message(std::uint64_t number, const char* type) noexcept;
void end_message(Token token) noexcept;

/// Whether slices and messages are worth a call. Written by `look`; a hint, for nothing depends on when it is seen.
inline constinit Atomic<std::uint32_t> watched{0};
[[nodiscard]] inline bool is_watched() noexcept {
  return watched.load(std::memory_order_relaxed) != 0;  // as said above
}

/// A span of work on this thread, from construction to destruction.
class Zone {
public:
  explicit Zone(const Label& label) noexcept : token_{begin_zone(label)} {}
  ~Zone() { end_zone(token_, value_); }
  Zone(const Zone&) = delete;
  Zone& operator=(const Zone&) = delete;

  /// A number to show with the span.
  void value(std::uint64_t value) noexcept { value_ = value; }

private:
  Token token_;
  std::uint64_t value_ = 0;
};

/// The span of a slice. Nobody is called while nobody watches: a slice may be as short as a call.
class Slice {
public:
  Slice(const Label& label, const void* who) noexcept : token_{is_watched() ? begin_slice(label, who) : 0} {}
  ~Slice() {
    if (token_ != 0) [[unlikely]] {
      end_slice(token_, value_);
    }
  }
  Slice(const Slice&) = delete;
  Slice& operator=(const Slice&) = delete;

  /// The messages handled in it.
  void value(std::uint64_t value) noexcept { value_ = value; }

private:
  Token token_;
  std::uint64_t value_ = 0;
};

/// A wait that may begin on one thread and end on another: no span of any thread's work.
class Wait {
public:
  /// Nothing if it has begun already.
  void begin(const Label& label) noexcept {
    if (!began_) {
      began_ = true;
      token_ = begin_wait(label, this);
    }
  }
  /// Nothing unless it has begun.
  void end(const Label& label) noexcept {
    if (began_) {
      began_ = false;
      end_wait(label, this, token_);
    }
  }

private:
  bool began_ = false;
  Token token_ = 0;
};

/// What tells a message from all others, in its envelope.
class NumberedMark {
public:
  explicit NumberedMark(const char* type) noexcept : number_{is_watched() ? note_message(type) : 0} {}
  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }

private:
  std::uint64_t number_;
};
/// The same where nobody follows messages: nothing.
class EmptyMark {
public:
  constexpr explicit EmptyMark(const char*) noexcept {}
  [[nodiscard]] static constexpr std::uint64_t number() noexcept { return 0; }
};
using MessageMark = std::conditional_t<follows_messages, NumberedMark, EmptyMark>;

/// The handling of one message, inside of a slice.
class Handling {
public:
  Handling(const MessageMark& mark, const char* type) noexcept {
    if constexpr (follows_messages) {
      token_ = is_watched() ? begin_message(mark.number(), type) : 0;
    }
  }
  ~Handling() {
    if constexpr (follows_messages) {
      if (token_ != 0) {
        end_message(token_);
      }
    }
  }
  Handling(const Handling&) = delete;
  Handling& operator=(const Handling&) = delete;

private:
  Token token_ = 0;
};

}  // namespace sluice::inline SLUICE_ABI::engine::trace
