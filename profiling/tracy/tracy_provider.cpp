// SPDX-License-Identifier: BSL-1.0
// Shows the engine's trace hooks in Tracy: a zone on the worker's track for every span.
#include <tracy/TracyC.h>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/trace.hpp>

namespace sluice::inline SLUICE_ABI::engine::trace {
namespace {

// Tracy keeps the address of a source location and reads it later; our static labels have its layout.
using Location = ___tracy_source_location_data;
static_assert(sizeof(Label) == sizeof(Location));
static_assert(offsetof(Label, name) == offsetof(Location, name));
static_assert(offsetof(Label, function) == offsetof(Location, function));
static_assert(offsetof(Label, file) == offsetof(Location, file));
static_assert(offsetof(Label, line) == offsetof(Location, line));
static_assert(offsetof(Label, color) == offsetof(Location, color));

// A token is Tracy's own context, carried through the engine as a number.
static_assert(sizeof(TracyCZoneCtx) <= sizeof(Token));

Atomic<std::int64_t> waiting{0};

}  // namespace

Token begin_zone(const Label& label) noexcept {
  const TracyCZoneCtx context = ___tracy_emit_zone_begin(reinterpret_cast<const Location*>(&label), true);
  Token token = 0;
  std::memcpy(&token, &context, sizeof context);
  return token;
}

void end_zone(Token token, std::uint64_t value) noexcept {
  TracyCZoneCtx context;
  std::memcpy(&context, &token, sizeof context);
  ___tracy_emit_zone_value(context, value);
  ___tracy_emit_zone_end(context);
}

void event(const Label& label) noexcept { ___tracy_emit_messageLC(label.name, label.color, 0); }

// Tracy has no spans that end on another thread, so it shows how many wait. Relaxed: a number to look at.
void begin_wait(const Label& label, const void*) noexcept {
  ___tracy_emit_plot(label.name, static_cast<double>(waiting.fetch_add(1, std::memory_order_relaxed) + 1));
}

void end_wait(const Label& label, const void*) noexcept {
  // relaxed: as above.
  ___tracy_emit_plot(label.name, static_cast<double>(waiting.fetch_sub(1, std::memory_order_relaxed) - 1));
}

}  // namespace sluice::inline SLUICE_ABI::engine::trace
