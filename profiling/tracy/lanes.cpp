// SPDX-License-Identifier: BSL-1.0
#include <cstdio>
#include <sluice/profiling/tracy/lanes.hpp>

namespace sluice::inline SLUICE_ABI::tracy_client {
namespace {

constexpr std::uint32_t longest_search = 16;

/// Two of these are as good as never the same; if they are, two actors share a row of the picture.
std::uint64_t key_of(const engine::trace::Label& label, const void* who) noexcept {
  std::uint64_t mixed = reinterpret_cast<std::uintptr_t>(who) * 0x9E3779B97F4A7C15u;
  mixed ^= reinterpret_cast<std::uintptr_t>(&label) * 0xC2B2AE3D27D4EB4Fu;
  mixed ^= mixed >> 29;
  return mixed == 0 ? 1 : mixed;
}

}  // namespace

const char* Lanes::name_of(const engine::trace::Label& label, const void* who) noexcept {
  const std::uint64_t key = key_of(label, who);
  for (std::uint32_t step = 0; step < longest_search; ++step) {
    const auto index = static_cast<std::uint32_t>((key + step) % capacity);
    Lane& lane = lanes_[index];
    std::uint64_t owner = lane.owner.load(std::memory_order_relaxed);  // the name has an order of its own
    // relaxed: as above
    if (owner == 0 &&
        lane.owner.compare_exchange_strong(owner, key, std::memory_order_relaxed, std::memory_order_relaxed)) {
      std::snprintf(lane.name, longest, "%.36s #%u", label.name, index);
      lane.is_named.store(1, std::memory_order_release);  // release | the name, to the acquire below
      return lane.name;
    }
    if (owner == key) {
      // acquire | the name, from the release above. Who is too early is on its worker's track once.
      return lane.is_named.load(std::memory_order_acquire) != 0 ? lane.name : nullptr;
    }
  }
  return nullptr;
}

Lanes& lanes() noexcept {
  static constinit Lanes all;
  return all;
}

}  // namespace sluice::inline SLUICE_ABI::tracy_client
