// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/actors/supervision/directive.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>

namespace sluice::inline SLUICE_ABI {

/// How often actors of a system failed, and what became of them.
///
/// Thread safety: any thread; each figure for itself.
class SupervisionCounters {
public:
  constexpr SupervisionCounters() noexcept = default;
  SupervisionCounters(const SupervisionCounters&) = delete;
  SupervisionCounters& operator=(const SupervisionCounters&) = delete;

  [[nodiscard]] std::uint64_t failures() const noexcept { return read(failures_); }
  /// Of the failures: those that were exceptions.
  [[nodiscard]] std::uint64_t throws() const noexcept { return read(throws_); }
  [[nodiscard]] std::uint64_t stops() const noexcept { return read(directives_[0]); }
  /// With those of siblings that did not fail themselves.
  [[nodiscard]] std::uint64_t restarts() const noexcept { return read(directives_[1]); }
  [[nodiscard]] std::uint64_t resumes() const noexcept { return read(directives_[2]); }
  [[nodiscard]] std::uint64_t escalations() const noexcept { return read(directives_[3]); }
  /// Messages whose handler failed: those that nobody was told of, and those that were handled again.
  [[nodiscard]] std::uint64_t dropped() const noexcept { return read(dropped_); }
  [[nodiscard]] std::uint64_t retried() const noexcept { return read(retried_); }

  void note_failure(bool has_thrown) noexcept {
    add(failures_);
    if (has_thrown) {
      add(throws_);
    }
  }
  void note(Directive directive) noexcept { add(directives_[static_cast<std::uint32_t>(directive)]); }
  void note_dropped() noexcept { add(dropped_); }
  void note_retried() noexcept { add(retried_); }

  /// As at first, for the next system. By its owner.
  void reset() noexcept {
    for (Figure* const figure : {&failures_, &throws_, &dropped_, &retried_}) {
      figure->store(0, std::memory_order_relaxed);  // a figure
    }
    for (Figure& figure : directives_) {
      figure.store(0, std::memory_order_relaxed);  // a figure
    }
  }

private:
  using Figure = engine::Atomic<std::uintptr_t>;

  static std::uint64_t read(const Figure& figure) noexcept {
    return figure.load(std::memory_order_relaxed);  // a figure
  }
  static void add(Figure& figure) noexcept {
    figure.fetch_add(1, std::memory_order_relaxed);  // a figure
  }

  Figure failures_{0};
  Figure throws_{0};
  Figure directives_[4]{};
  Figure dropped_{0};
  Figure retried_{0};
};

}  // namespace sluice::inline SLUICE_ABI
