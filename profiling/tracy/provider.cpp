// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <cstdio>
#include <cstring>
#include <sluice/engine/atomic.hpp>
#include <sluice/profiling/tracy/provider.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI::tracy_client {
namespace {

using engine::trace::Label;

constexpr Label park{"park", "run_worker", __FILE__, __LINE__, engine::trace::color::park};

constinit engine::Atomic<std::int64_t> waiting{0};
constinit engine::Atomic<std::uint32_t> workers{0};

/// Of this thread.
constinit thread_local bool has_name = false;

/// The zone of a thread that nobody has. It ends with the thread: a program that leaves a zone open waits for ever when it
/// ends and a viewer is there.
struct Park {
  ~Park() { end(); }
  void begin() noexcept { token = Provider::begin_zone(park); }
  void end() noexcept { Provider::end_zone(std::exchange(token, 0), 0); }

  engine::trace::Token token = 0;
};
thread_local Park parked;

}  // namespace

/// Rare things only: the text is copied.
void Provider::event(const Label& label, const char* detail, std::uint64_t value) noexcept {
  if (!is_watching()) {
    return;
  }
  std::array<char, 256> text{};
  const int size = std::snprintf(text.data(), text.size(), "%s %s %llu", label.name, detail == nullptr ? "" : detail,
                                 static_cast<unsigned long long>(value));
  const auto length = static_cast<std::size_t>(size < 0 ? 0 : size);
  ___tracy_emit_messageC(text.data(), length < text.size() ? length : text.size() - 1, label.color, 0);
}

void Provider::name_thread(const char* name) noexcept {
  has_name = true;
  tracy::SetThreadName(name);
}

void Provider::begin_turn() noexcept {
  if (!has_name) {
    std::array<char, 16> name{};
    // relaxed: a number that is given once
    std::snprintf(name.data(), name.size(), "worker %u", workers.fetch_add(1, std::memory_order_relaxed));
    name_thread(name.data());
  }
  parked.end();
}

void Provider::end_turn(bool parks) noexcept {
  if (parks && parked.token == 0) {
    parked.begin();
  }
}

engine::trace::Token Provider::begin_message(std::uint64_t, const char* type) noexcept {
  if (!is_watching()) {
    return 0;
  }
  static constexpr char place[] = "handle";
  const std::uint64_t location =
      ___tracy_alloc_srcloc_name(0, place, sizeof place - 1, place, sizeof place - 1, type, std::strlen(type));
  return token_of(___tracy_emit_zone_begin_alloc(location, true));
}

void Provider::tell_waiting(std::int64_t change) noexcept {
  // relaxed: a number to look at
  const std::int64_t now = waiting.fetch_add(change, std::memory_order_relaxed) + change;
  plot(engine::trace::Plot::waiting_offers, now);
}

}  // namespace sluice::inline SLUICE_ABI::tracy_client
