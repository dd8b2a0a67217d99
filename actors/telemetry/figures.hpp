// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstdint>
#include <sluice/actors/telemetry/log2_histogram.hpp>
#include <sluice/actors/telemetry/metrics.hpp>
#include <sluice/actors/telemetry/samples.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/dead_letter.hpp>
#include <sluice/engine/dispatch/dispatcher.hpp>

namespace sluice::inline SLUICE_ABI {

/// Adds to a figure that carries nothing else; a negative number goes round, and so takes away.
inline void add_to(Figure& figure, std::uintptr_t number = 1) noexcept {
  figure.fetch_add(number, std::memory_order_relaxed);  // a figure that carries nothing else
}
inline void take_from(Figure& figure, std::uintptr_t number = 1) noexcept {
  figure.fetch_sub(number, std::memory_order_relaxed);  // as above
}
[[nodiscard]] inline std::uintptr_t value_of(const Figure& figure) noexcept {
  return figure.load(std::memory_order_relaxed);  // as above
}
/// `figure` is the largest number that it was told.
inline void raise_to(Figure& figure, std::uintptr_t number) noexcept {
  std::uintptr_t before = value_of(figure);
  // relaxed: as above.
  while (before < number &&
         !figure.compare_exchange_weak(before, number, std::memory_order_relaxed, std::memory_order_relaxed)) {
  }
}

/// The figures of one kind of actor. There are as many as the program has types: no actor has figures of its own.
///
/// Thread safety: any thread; `sample` by one at a time.
class KindFigures {
public:
  explicit KindFigures(const char* kind) noexcept : kind_{kind} {}

  [[nodiscard]] const char* kind() const noexcept { return kind_; }
  [[nodiscard]] MailboxMetrics snapshot() const noexcept;

  void arrive(std::uint32_t depth) noexcept {
    add_to(arrived);
    raise_to(deepest, depth);
  }
  void note_handled(Duration took) noexcept {
    handling.add(took);
    add_to(handled);
  }
  /// What was handled is worth a sample.
  void note_news() noexcept {
    // seq_cst | with the looks of `SampleClock`: who finds nobody at work there has let this be seen.
    news_.fetch_add(1, std::memory_order_seq_cst);
  }

  /// Whether there is some since the last `sample`.
  [[nodiscard]] bool has_news() const noexcept {
    return news_.load(std::memory_order_seq_cst) != sampled_.news;  // seq_cst | as above
  }
  /// What became of it since the last one.
  [[nodiscard]] MailboxSample sample() noexcept;

  Figure actors{0};
  Figure arrived{0};
  Figure departed{0};
  Figure handled{0};
  Figure deepest{0};
  Log2Histogram residence;
  Log2Histogram handling;
  Figure stashed{0};
  Figure largest_stash{0};
  Figure suspended{0};
  Figure suspensions{0};
  SummedTime suspended_time;
  SummedTime awaited_time;
  Figure pressure{0};
  Figure alerts{0};
  std::array<Figure, engine::dead_letter_reasons> lost{};
  KindFigures* next = nullptr;  ///< older; never changes once it is seen

private:
  struct Sampled {
    std::uintptr_t news = 0;
    std::uintptr_t handled = 0;
    std::uintptr_t residences = 0;
    SummedTime::Ticks residence = 0;
    SummedTime::Ticks handling = 0;
  };

  const char* const kind_;
  Figure news_{0};
  Sampled sampled_;  ///< by who samples
};

/// The figures of a dispatcher.
///
/// Thread safety: as above.
class DispatcherFigures {
public:
  DispatcherFigures(const engine::Dispatcher* dispatcher, const char* name) noexcept
      : dispatcher_{dispatcher}, name_{name} {}

  /// Which one it is of; null for all those that have none of their own. It may be gone.
  [[nodiscard]] const engine::Dispatcher* dispatcher() const noexcept { return dispatcher_; }
  [[nodiscard]] DispatcherMetrics snapshot() const noexcept;

  [[nodiscard]] bool has_news() const noexcept { return value_of(slices) != sampled_slices_; }
  [[nodiscard]] DispatcherSample sample() noexcept;

  Figure inhabitants{0};
  Figure slices{0};
  Figure messages{0};
  Figure largest_slice{0};
  Figure deadline_cuts{0};
  Figure rejections{0};
  DispatcherFigures* next = nullptr;

private:
  const engine::Dispatcher* const dispatcher_;
  const char* const name_;
  std::uintptr_t sampled_slices_ = 0;  ///< by who samples, as the next
  std::uintptr_t sampled_messages_ = 0;
};

}  // namespace sluice::inline SLUICE_ABI
