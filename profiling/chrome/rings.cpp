// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <new>
#include <sluice/profiling/chrome/rings.hpp>

namespace sluice::inline SLUICE_ABI::recorder {
namespace {

constexpr std::uint64_t usual_capacity = 16 * 1024;  // half a megabyte for each thread

std::uint64_t wanted_capacity() noexcept {
  const char* const text = std::getenv("SLUICE_TRACE_ENTRIES");
  const unsigned long long number = text == nullptr ? 0 : std::strtoull(text, nullptr, 10);
  return number == 0 ? usual_capacity : std::bit_ceil(std::clamp<std::uint64_t>(number, 16, 1u << 24));
}

constinit engine::Atomic<ThreadRing*> rings[most_rings]{};
constinit engine::Atomic<std::uint32_t> made{0};
constinit engine::Atomic<std::uint64_t> without{0};
constinit engine::Atomic<std::uint32_t> named{0};

ThreadRing* make_ring() noexcept {
  const std::uint32_t index = made.fetch_add(1, std::memory_order_relaxed);  // a number that is given once
  if (index >= most_rings) {
    made.store(most_rings, std::memory_order_relaxed);  // or it would wrap in some years
    return nullptr;
  }
  try {
    static const std::uint64_t capacity = wanted_capacity();
    auto* const fresh = new ThreadRing{capacity};
    rings[index].store(fresh, std::memory_order_release);  // release | its construction, to the acquire in `ring_at`
    return fresh;
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

ThreadRing* take_used_ring() noexcept {
  for (const auto& each : rings) {
    // acquire | its construction, from the release in `make_ring`.
    ThreadRing* const ring = each.load(std::memory_order_acquire);
    std::uint32_t unused = 0;
    // acquire | what its last thread wrote, from the release in `release_ring`.
    if (ring != nullptr &&
        ring->is_used.compare_exchange_strong(unused, 1, std::memory_order_acquire, std::memory_order_relaxed)) {
      ring->first.store(ring->ring.written(), std::memory_order_relaxed);  // what is read wrongly, is read as another's
      ring->name.store(nullptr, std::memory_order_relaxed);                // as above
      return ring;
    }
  }
  return nullptr;
}

}  // namespace

ThreadRing::ThreadRing(std::uint64_t room) : ring{new Slot[room], room}, capacity{room} {}

ThreadRing* claim_ring() noexcept {
  ThreadRing* ring = make_ring();
  if (ring == nullptr) {
    ring = take_used_ring();
  }
  if (ring == nullptr) {
    without.fetch_add(1, std::memory_order_relaxed);  // a figure
  }
  return ring;
}

void release_ring(ThreadRing& ring) noexcept {
  ring.is_used.store(0, std::memory_order_release);  // release | what was written, to the acquire in `take_used_ring`
}

std::uint64_t unrecorded_threads() noexcept {
  return without.load(std::memory_order_relaxed);  // a figure
}

ThreadRing* ring_at(std::uint32_t index) noexcept {
  // acquire | its construction, from the release in `make_ring`.
  return index < most_rings ? rings[index].load(std::memory_order_acquire) : nullptr;
}

void name_ring(ThreadRing& ring, const char* name) noexcept {
  const bool is_worker = std::strcmp(name, "worker") == 0;
  // relaxed: numbers that carry nothing else, and a name that lives for ever
  ring.number.store(is_worker ? named.fetch_add(1, std::memory_order_relaxed) : 0, std::memory_order_relaxed);
  ring.name.store(name, std::memory_order_relaxed);  // as above
}

}  // namespace sluice::inline SLUICE_ABI::recorder
