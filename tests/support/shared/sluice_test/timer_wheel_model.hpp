// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/time/timer_wheel.hpp>

namespace sluice::engine {

/// A wheel and a reference that could not be simpler get the same random operations, and after each advance those that
/// the woken ones ask for. Each firing is written into both traces, which must not differ after any operation.
template <std::uint32_t timers>
class TimerWheelModel {
public:
  TimerWheelModel() noexcept {
    for (std::uint32_t i = 0; i < timers; ++i) {
      items_[i].model = this;
      items_[i].index = i;
    }
  }

  /// One random operation on both; false if they differ afterwards.
  [[nodiscard]] bool step() noexcept {
    const std::uint64_t random = draw();
    const auto index = static_cast<std::uint32_t>(random >> 40) % timers;
    bool same = true;
    switch (random % 8) {
      case 0:
      case 1:
      case 2: set(index, random_deadline(draw())); break;
      case 3: same = cancel(index); break;
      case 4: clock_.advance(Duration{static_cast<std::int64_t>(short_or_long(draw()))}); [[fallthrough]];
      default:
        clock_.advance(Duration{static_cast<std::int64_t>(draw() % (8 * tick))});
        same = advance();
        break;
    }
    return same && trace_ == reference_.trace && wheel_.size() == reference_.size() && is_bound(wheel_.next_deadline());
  }

  [[nodiscard]] std::uint32_t fired() const noexcept { return wakes_; }

private:
  static constexpr std::int64_t tick = 1'000;  // so that most deadlines are between ticks

  /// A hash of all firings in their order.
  struct Trace {
    void add(std::uint32_t index) noexcept { hash = (hash ^ index) * 16777619u; }
    friend bool operator==(const Trace&, const Trace&) noexcept = default;
    std::uint32_t hash = 2166136261u;
  };

  /// What timers should do: all of them looked at again and again.
  class Reference {
  public:
    void set(std::uint32_t index, std::int64_t deadline) noexcept {
      Entry& entry = entries_[index];
      const std::int64_t due = deadline / tick + (deadline % tick > 0 ? 1 : 0);
      entry = {.is_set = true, .is_overdue = due <= reached_, .due = due, .number = ++sets_};
    }
    bool cancel(std::uint32_t index) noexcept {
      const bool was_set = entries_[index].is_set;
      entries_[index].is_set = false;
      return was_set;
    }
    void advance(std::int64_t now) noexcept { reached_ = now / tick; }
    /// The timer that fires next; `timers` if there is none.
    std::uint32_t take() noexcept {
      std::uint32_t best = timers;
      for (std::uint32_t i = 0; i < timers; ++i) {
        const Entry& entry = entries_[i];
        if (entry.is_set && entry.due <= reached_ && (best == timers || is_before(entry, entries_[best]))) {
          best = i;
        }
      }
      if (best != timers) {
        entries_[best].is_set = false;
      }
      return best;
    }
    [[nodiscard]] std::uint32_t size() const noexcept {
      std::uint32_t count = 0;
      for (const Entry& entry : entries_) {
        count += entry.is_set ? 1 : 0;
      }
      return count;
    }
    /// The earliest tick in which something can fire, not before the one that was reached.
    [[nodiscard]] std::int64_t earliest() const noexcept {
      std::int64_t earliest = INT64_MAX;
      for (const Entry& entry : entries_) {
        const std::int64_t due = entry.due > reached_ ? entry.due : reached_;
        earliest = entry.is_set && due < earliest ? due : earliest;
      }
      return earliest;
    }
    Trace trace;

  private:
    struct Entry {
      bool is_set = false;
      bool is_overdue = false;
      std::int64_t due = 0;
      std::uint32_t number = 0;
    };
    static bool is_before(const Entry& a, const Entry& b) noexcept {
      if (a.is_overdue != b.is_overdue) {
        return a.is_overdue;
      }
      if (!a.is_overdue && a.due != b.due) {
        return a.due < b.due;
      }
      return a.number < b.number;
    }

    Entry entries_[timers];
    std::int64_t reached_ = 0;
    std::uint32_t sets_ = 0;
  };

  struct Item {
    TimerWheelModel* model = nullptr;
    std::uint32_t index = 0;
    Timer timer;
  };

  [[nodiscard]] Waker waker(std::uint32_t index) noexcept {
    return {[](void* context) noexcept {
              const auto& item = *static_cast<Item*>(context);
              item.model->wake(item.index);
            },
            &items_[index]};
  }

  void wake(std::uint32_t index) noexcept {
    trace_.add(index);
    woken_[wakes_++ % timers] = index;
  }

  [[nodiscard]] bool advance() noexcept {
    const std::uint32_t before = wakes_;
    std::uint32_t due = 0;
    reference_.advance(now());
    for (std::uint32_t index = reference_.take(); index != timers; index = reference_.take()) {
      reference_.trace.add(index);
      ++due;
    }
    if (wheel_.advance() != due || wakes_ - before != due) {
      return false;
    }
    bool same = true;
    for (std::uint32_t wake = before; wake != wakes_; ++wake) {
      same = act(woken_[wake % timers], wake) && same;
    }
    return same;
  }

  /// What becomes of a wake, on both; false if they differ.
  [[nodiscard]] bool act(std::uint32_t index, std::uint32_t wake) noexcept {
    const std::uint32_t hash = (wake * 2654435761u) ^ index;
    const std::uint32_t other = (hash >> 8) % timers;
    switch (hash >> 29) {
      case 0: set(index, now() + (hash % 100) * tick); return true;
      case 1: set(other, now() - hash % 5'000); return true;
      case 2: return cancel(other);
      default: return true;
    }
  }

  void set(std::uint32_t index, std::int64_t deadline) noexcept {
    wheel_.set(items_[index].timer, at(deadline), waker(index));
    reference_.set(index, deadline);
  }

  [[nodiscard]] bool cancel(std::uint32_t index) noexcept {
    return wheel_.cancel(items_[index].timer) == reference_.cancel(index);
  }

  [[nodiscard]] bool is_bound(std::optional<Instant> next) const noexcept {
    if (!next) {
      return reference_.size() == 0;
    }
    const std::int64_t earliest = reference_.earliest();
    return earliest != INT64_MAX && next->time_since_epoch().count() <= earliest * tick;
  }

  // A third each: near, of any distance up to 12 days of ticks of 1 ms, and in the past or now.
  [[nodiscard]] std::int64_t random_deadline(std::uint64_t random) noexcept {
    const auto distance = static_cast<std::int64_t>(short_or_long(random));
    switch (random % 3) {
      case 0: return now() + distance % (200 * tick);
      case 1: return now() + distance;
      default: return now() - distance % (20 * tick);
    }
  }
  [[nodiscard]] static std::uint64_t short_or_long(std::uint64_t random) noexcept {
    return (random >> 24) >> (random >> 8) % 32;  // below 2^40 nanoseconds, every size as likely as any other
  }

  [[nodiscard]] std::int64_t now() const noexcept { return clock_.now().time_since_epoch().count(); }
  [[nodiscard]] static Instant at(std::int64_t count) noexcept { return Instant{Duration{count}}; }

  std::uint64_t draw() noexcept {
    random_ ^= random_ << 13;
    random_ ^= random_ >> 7;
    random_ ^= random_ << 17;
    return random_;
  }

  ManualClock clock_;
  TimerWheel wheel_{clock_, Duration{tick}};
  Item items_[timers];
  Reference reference_;
  Trace trace_;
  std::uint32_t wakes_ = 0;
  std::uint32_t woken_[timers]{};              ///< the latest; in one advance, each timer is woken once at most
  std::uint64_t random_ = 88172645463325252u;  // xorshift: the same run on every target
};

}  // namespace sluice::engine
