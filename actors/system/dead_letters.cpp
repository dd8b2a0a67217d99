// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/system/console_line.hpp>
#include <sluice/actors/system/dead_letters.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/decimal.hpp>

namespace sluice::inline SLUICE_ABI {

std::uint64_t DeadLetters::count() const noexcept {
  std::uint64_t sum = 0;
  for (const Figure& figure : counts_) {
    sum += figure.load(std::memory_order_relaxed);  // a figure
  }
  return sum;
}

bool DeadLetters::take(const engine::DeadLetter& letter, Instant now) noexcept {
  of(letter.reason).fetch_add(1, std::memory_order_relaxed);  // a figure
  if (is_suppressed(*letter.envelope.type)) {
    return false;
  }
  if (is_writing_.load(std::memory_order_relaxed) != 0) {  // a setting
    write(letter, now);
  }
  return true;
}

void DeadLetters::suppress(const engine::MessageType& type) noexcept {
  for (auto& place : suppressed_) {
    const engine::MessageType* expected = nullptr;
    // relaxed: the type is a constant; nothing else goes with its address.
    if (place.compare_exchange_strong(expected, &type, std::memory_order_relaxed, std::memory_order_relaxed) ||
        expected == &type) {
      return;
    }
  }
  engine::check(false, "there is room for one more type whose dead letters are suppressed");
}

bool DeadLetters::is_suppressed(const engine::MessageType& type) const noexcept {
  for (const auto& place : suppressed_) {
    const engine::MessageType* const suppressed = place.load(std::memory_order_relaxed);  // as in `suppress`
    if (suppressed == nullptr || suppressed == &type) {
      return suppressed != nullptr;
    }
  }
  return false;
}

void DeadLetters::write(const engine::DeadLetter& letter, Instant now) noexcept {
  std::uint32_t skipped = 0;
  {
    const auto burst = burst_.lock();
    if (now >= later(burst->begin, period) || (burst->written == 0 && burst->skipped == 0)) {
      skipped = burst->skipped;
      *burst = {.begin = now};
    }
    if (burst->written == lines_per_period) {
      ++burst->skipped;
      unwritten_.fetch_add(1, std::memory_order_relaxed);  // a figure
      return;
    }
    ++burst->written;
  }
  if (skipped != 0) {
    ConsoleLine{} << "and " << engine::Decimal{skipped}.text() << " more dead letters";
  }
  ConsoleLine{} << "dead letter " << letter.envelope.type->name << ": " << describe(letter.reason);
}

void DeadLetters::reset() noexcept {
  for (Figure& figure : counts_) {
    figure.store(0, std::memory_order_relaxed);  // a figure; late ones of the last system may be counted here
  }
  for (auto& place : suppressed_) {
    place.store(nullptr, std::memory_order_relaxed);  // as in `suppress`
  }
  unwritten_.store(0, std::memory_order_relaxed);   // a figure
  is_writing_.store(1, std::memory_order_relaxed);  // a setting
  *burst_.lock() = {};
}

}  // namespace sluice::inline SLUICE_ABI
