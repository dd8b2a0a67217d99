// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tracy/TracyC.h>
#include <cstddef>
#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/platform.hpp>
#include <sluice/engine/trace.hpp>
#include <tracy/Tracy.hpp>

namespace sluice::inline SLUICE_ABI::tracy_client {

/// The trace hooks as zones, plots and messages of Tracy. Nothing is sent, and nothing is kept, while no viewer is
/// connected.
///
/// A zone belongs to the connection that it began in. A viewer that came later must not be told of its end: Tracy would
/// take that for the end of another one. So a token carries the number of the connection.
struct Provider {
  using Label = engine::trace::Label;
  using Token = engine::trace::Token;

  [[nodiscard]] static bool is_watching() noexcept { return profiler().IsConnected(); }

  static Token begin_zone(const Label& label) noexcept {
    if (!is_watching()) {
      return 0;
    }
    // Tracy keeps the address of a source location and reads it later; our labels have its layout, and live for ever.
    const TracyCZoneCtx zone = ___tracy_emit_zone_begin(reinterpret_cast<const Location*>(&label), true);
    return token_of(zone);
  }
  static void end_zone(Token token, std::uint64_t value) noexcept {
    if (is_of_this_connection(token)) {
      const TracyCZoneCtx zone{.id = static_cast<std::uint32_t>(token), .active = 1};
      ___tracy_emit_zone_value(zone, value);
      ___tracy_emit_zone_end(zone);
    }
  }

  /// On the worker's track; see `LaneProvider` for another one.
  static Token begin_slice(const Label& label, const void*) noexcept { return begin_zone(label); }
  static void end_slice(Token token, std::uint64_t handled) noexcept { end_zone(token, handled); }

  /// Tracy has no spans that end on another thread: a wait is a zone where it ended, whose value says how long it was,
  /// and all waits are a curve.
  static Token begin_wait(const Label&, const void*) noexcept {
    tell_waiting(1);
    return engine::platform::now_nanoseconds();
  }
  static void end_wait(const Label& label, const void*, Token since) noexcept {
    tell_waiting(-1);
    end_zone(begin_zone(label), engine::platform::now_nanoseconds() - since);
  }

  static void event(const Label& label, const char* detail, std::uint64_t value) noexcept;
  static void plot(engine::trace::Plot which, std::int64_t value) noexcept {
    tracy::Profiler::PlotData(name_of(which), value);
  }
  static void name_thread(const char* name) noexcept;
  static void begin_turn() noexcept;
  static void end_turn(bool parks) noexcept;
  static void look() noexcept {}

  static std::uint64_t note_message(const char*) noexcept { return 0; }
  /// Of a message its zone's name is known at run time only, so it is sent with each: that is why there is a level.
  static Token begin_message(std::uint64_t, const char* type) noexcept;
  static void end_message(Token token) noexcept {
    if (is_of_this_connection(token)) {
      ___tracy_emit_zone_end({.id = static_cast<std::uint32_t>(token), .active = 1});
    }
  }

protected:
  using Location = ___tracy_source_location_data;
  static_assert(sizeof(Label) == sizeof(Location));
  static_assert(offsetof(Label, name) == offsetof(Location, name));
  static_assert(offsetof(Label, function) == offsetof(Location, function));
  static_assert(offsetof(Label, file) == offsetof(Location, file));
  static_assert(offsetof(Label, line) == offsetof(Location, line));
  static_assert(offsetof(Label, color) == offsetof(Location, color));

  [[nodiscard]] static tracy::Profiler& profiler() noexcept { return tracy::GetProfiler(); }
  [[nodiscard]] static Token token_of(TracyCZoneCtx zone) noexcept {
    return connection() << 32 | zone.id | Token{1} << 63;
  }
  [[nodiscard]] static Token connection() noexcept { return profiler().ConnectionId() & 0x3FFF'FFFF; }
  [[nodiscard]] static bool is_of_this_connection(Token token) noexcept {
    return token != 0 && is_watching() && (token >> 32 & 0x3FFF'FFFF) == connection();
  }
  static void tell_waiting(std::int64_t change) noexcept;
};

}  // namespace sluice::inline SLUICE_ABI::tracy_client
