// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/manual_executor.hpp>
#include <sluice/engine/trace.hpp>

namespace sluice::inline SLUICE_ABI::engine {

std::uint32_t ManualExecutor::tick(std::uint32_t budget) noexcept {
  trace::look();
  std::uint32_t ran = 0;
  while (ran < budget) {
    Runnable* const runnable = next();
    if (runnable == nullptr) {
      break;
    }
    runnable->run();
    ++ran;
  }
  return ran;
}

void ManualExecutor::run_until_idle() noexcept {
  trace::look();
  if (draws_) [[unlikely]] {
    while (tick(1) != 0 || !runnables_.is_empty()) {  // without having run anything: an interrupt is between two steps
    }
    return;
  }
  do {
    if (Runnable* const runnable = static_cast<Runnable*>(runnables_.pop())) [[likely]] {
      runnable->run();
    }
  } while (runnables_.has_arrivals());
}

Runnable* ManualExecutor::next() noexcept { return draws_ ? draw() : static_cast<Runnable*>(runnables_.pop()); }

Runnable* ManualExecutor::draw() noexcept {
  while (MpscNode* const node = runnables_.pop()) {
    drawn_from_.push_back(*node);
  }
  if (drawn_from_.is_empty()) {
    return nullptr;
  }
  // Turns the list until the one that was drawn is in front.
  // A share of 2^32 instead of a remainder: a division of 64 bits is a library function on a 32-bit core.
  for (std::uint64_t turns = (random() >> 32) * drawn_from_.size() >> 32; turns > 0; --turns) {
    drawn_from_.push_back(*drawn_from_.pop_front());
  }
  return static_cast<Runnable*>(drawn_from_.pop_front());
}

/// SplitMix64: every seed is good, and a step is a few instructions.
std::uint64_t ManualExecutor::random() noexcept {
  std::uint64_t mixed = random_ += 0x9E3779B97F4A7C15u;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
  return mixed ^ (mixed >> 31);
}

}  // namespace sluice::inline SLUICE_ABI::engine
