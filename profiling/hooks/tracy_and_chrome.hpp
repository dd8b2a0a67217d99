// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/profiling/chrome/provider.hpp>
#include <sluice/profiling/tracy/provider.hpp>

namespace sluice::inline SLUICE_ABI::hooks {

/// Both: the recorder, which always watches and needs no token, and Tracy, whose token goes through.
struct Provider {
  using First = recorder::Provider;
  using Second = tracy_client::Provider;
  using Label = engine::trace::Label;
  using Token = engine::trace::Token;

  static bool is_watching() noexcept { return true; }
  static Token begin_slice(const Label& label, const void* who) noexcept {
    (void)First::begin_slice(label, who);
    return Second::begin_slice(label, who) | recorded;
  }
  static void end_slice(Token token, std::uint64_t handled) noexcept {
    Second::end_slice(tracys(token), handled);
    First::end_slice(1, handled);
  }
  static Token begin_zone(const Label& label) noexcept {
    (void)First::begin_zone(label);
    return Second::begin_zone(label) | recorded;
  }
  static void end_zone(Token token, std::uint64_t value) noexcept {
    Second::end_zone(tracys(token), value);
    First::end_zone(1, value);
  }
  static Token begin_wait(const Label& label, const void* who) noexcept {
    (void)First::begin_wait(label, who);
    return Second::begin_wait(label, who);
  }
  static void end_wait(const Label& label, const void* who, Token token) noexcept {
    Second::end_wait(label, who, token);
    First::end_wait(label, who, token);
  }
  static void event(const Label& label, const char* detail, std::uint64_t value) noexcept {
    First::event(label, detail, value);
    Second::event(label, detail, value);
  }
  static void plot(engine::trace::Plot which, std::int64_t value) noexcept {
    First::plot(which, value);
    Second::plot(which, value);
  }
  static void name_thread(const char* name) noexcept {
    First::name_thread(name);
    Second::name_thread(name);
  }
  static void begin_turn() noexcept {
    First::begin_turn();
    Second::begin_turn();
  }
  static void end_turn(bool parks) noexcept {
    Second::end_turn(parks);
    First::end_turn(parks);
  }
  static void look() noexcept { First::look(); }
  static std::uint64_t note_message(const char* type) noexcept { return First::note_message(type); }
  /// Tracy is not told of single messages: the recorder's arrows are what the level was raised for.
  static Token begin_message(std::uint64_t number, const char* type) noexcept {
    return First::begin_message(number, type);
  }
  static void end_message(Token) noexcept {}

private:
  /// Only says that somebody wants to know of the end.
  static constexpr Token recorded = Token{1} << 62;
  static Token tracys(Token token) noexcept { return token & ~recorded; }
};

}  // namespace sluice::inline SLUICE_ABI::hooks
