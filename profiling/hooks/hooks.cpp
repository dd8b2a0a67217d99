// SPDX-License-Identifier: BSL-1.0
// The engine's trace hooks, passed on to the provider that CMake chose.
#include <sluice/config.hpp>
#include <sluice/engine/trace.hpp>
#include SLUICE_PROVIDER_BACKEND

namespace sluice::inline SLUICE_ABI::engine::trace {

using hooks::Provider;

namespace {

/// Before the first worker: what `main` sends is to be seen, too.
[[maybe_unused]] const bool has_looked = [] {
  look();
  return true;
}();

}  // namespace

Token begin_zone(const Label& label) noexcept { return Provider::begin_zone(label); }
void end_zone(Token token, std::uint64_t value) noexcept { Provider::end_zone(token, value); }
Token begin_slice(const Label& label, const void* who) noexcept { return Provider::begin_slice(label, who); }
void end_slice(Token token, std::uint64_t handled) noexcept { Provider::end_slice(token, handled); }
Token begin_wait(const Label& label, const void* who) noexcept { return Provider::begin_wait(label, who); }
void end_wait(const Label& label, const void* who, Token token) noexcept { Provider::end_wait(label, who, token); }
void event(const Label& label, const char* detail, std::uint64_t value) noexcept {
  Provider::event(label, detail, value);
}
void plot(Plot which, std::int64_t value) noexcept { Provider::plot(which, value); }
void name_thread(const char* name) noexcept { Provider::name_thread(name); }

void begin_turn() noexcept {
  Provider::begin_turn();
  look();
}
void end_turn(bool parks) noexcept { Provider::end_turn(parks); }

void look() noexcept {
  Provider::look();
  const std::uint32_t now = Provider::is_watching() ? 1 : 0;
  if (watched.load(std::memory_order_relaxed) != now) {  // a hint
    watched.store(now, std::memory_order_relaxed);       // as above
  }
}

std::uint64_t note_message(const char* type) noexcept { return Provider::note_message(type); }
Token begin_message(std::uint64_t number, const char* type) noexcept { return Provider::begin_message(number, type); }
void end_message(Token token) noexcept { Provider::end_message(token); }

}  // namespace sluice::inline SLUICE_ABI::engine::trace
