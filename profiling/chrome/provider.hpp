// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/trace.hpp>
#include <sluice/profiling/chrome/recorder.hpp>
#include <sluice/profiling/chrome/rings.hpp>
#include SLUICE_TICKS_BACKEND

namespace sluice::inline SLUICE_ABI::recorder {

/// What the recorder knows of the thread that it is called on.
struct Here {
  ThreadRing* ring = nullptr;
  std::uint64_t ticks = 0;     ///< when it was called last
  std::uint64_t messages = 0;  ///< made on this thread; the upper bits are the thread's own
  bool is_in_turn = false;     ///< a slice follows the other, and `ticks` is the end of the last one
  bool is_in_slice = false;
  bool has_handled = false;  ///< in this slice
  bool is_parked = false;
  bool has_ended = false;
};
inline constinit thread_local Here here{};

/// The first entry of a thread, or one that finds no ring.
[[gnu::noinline]] bool begin_recording(Here& self) noexcept;

/// The trace hooks as entries of the thread's ring: no lock, no allocation, no text.
///
/// A slice begins when the last one ended, if its worker did nothing in between; and what a handler sends is as old as the
/// handling itself. So a slice costs one look at the clock, which takes longer than all the rest of it.
struct Provider {
  using Label = engine::trace::Label;
  using Token = engine::trace::Token;

  static bool is_watching() noexcept { return true; }

  static Token begin_slice(const Label& label, const void* who) noexcept {
    Here& self = here;
    const std::uint64_t ticks = self.is_in_turn && self.ticks != 0 ? self.ticks : now(self);
    self.is_in_slice = true;
    self.has_handled = false;
    write(self, {ticks, word_of(&label), word_of(who), pack(Kind::begin_slice)});
    return 1;
  }
  static void end_slice(Token, std::uint64_t handled) noexcept {
    Here& self = here;
    self.is_in_slice = false;
    write(self, {now(self), 0, 0, pack(Kind::end_slice, handled)});
  }
  static Token begin_zone(const Label& label) noexcept {
    Here& self = here;
    write(self, {now(self), word_of(&label), 0, pack(Kind::begin_zone)});
    return 1;
  }
  static void end_zone(Token, std::uint64_t value) noexcept {
    Here& self = here;
    write(self, {now(self), 0, 0, pack(Kind::end_zone, value)});
  }
  static Token begin_wait(const Label& label, const void* who) noexcept {
    Here& self = here;
    write(self, {now(self), word_of(&label), word_of(who), pack(Kind::begin_wait)});
    return 1;
  }
  static void end_wait(const Label& label, const void* who, Token) noexcept {
    Here& self = here;
    write(self, {now(self), word_of(&label), word_of(who), pack(Kind::end_wait)});
  }
  static void event(const Label& label, const char* detail, std::uint64_t value) noexcept {
    Here& self = here;
    write(self, {now(self), word_of(&label), word_of(detail), pack(Kind::event, value)});
  }
  static void plot(engine::trace::Plot which, std::int64_t value) noexcept {
    Here& self = here;
    write(self, {now(self), 0, static_cast<std::uint64_t>(which), pack(Kind::plot, static_cast<std::uint64_t>(value))});
  }
  static void name_thread(const char* name) noexcept {
    Here& self = here;
    if (self.ring != nullptr || begin_recording(self)) {
      name_ring(*self.ring, name);
    }
  }
  static void begin_turn() noexcept;
  static void end_turn(bool parks) noexcept;
  /// What comes next does not follow at once.
  static void look() noexcept { here.ticks = 0; }

  static std::uint64_t note_message(const char* type) noexcept {
    Here& self = here;
    if (self.ring == nullptr && !begin_recording(self)) [[unlikely]] {
      return 0;
    }
    const std::uint64_t number = ++self.messages;
    write(self, {self.is_in_slice ? self.ticks : now(self), word_of(type), number, pack(Kind::made)});
    return number;
  }
  static Token begin_message(std::uint64_t number, const char* type) noexcept {
    Here& self = here;
    const std::uint64_t ticks = self.has_handled ? now(self) : self.ticks;  // the first one begins with the slice
    self.has_handled = true;
    write(self, {ticks, word_of(type), number, pack(Kind::handling)});
    return 1;
  }
  static void end_message(Token) noexcept {}

private:
  static std::uint64_t now(Here& self) noexcept { return self.ticks = read_ticks(); }
  static void write(Here& self, const Entry& entry) noexcept {
    if (self.ring != nullptr || begin_recording(self)) [[likely]] {
      self.ring->ring.write(entry);
    }
  }
};

}  // namespace sluice::inline SLUICE_ABI::recorder
