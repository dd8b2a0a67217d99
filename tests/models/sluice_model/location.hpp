// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <sluice_model/vector_clock.hpp>
#include <vector>

namespace sluice::model {

[[nodiscard]] constexpr bool acquires(std::memory_order order) noexcept {
  return order == std::memory_order_acquire || order == std::memory_order_acq_rel || order == std::memory_order_seq_cst;
}
[[nodiscard]] constexpr bool releases(std::memory_order order) noexcept {
  return order == std::memory_order_release || order == std::memory_order_acq_rel || order == std::memory_order_seq_cst;
}

/// One value that an atomic variable has had.
struct Store {
  std::uint64_t value = 0;
  Moment writer;
  VectorClock release;  ///< what reading it with acquire synchronises with; nothing if it was not released
};

/// The life of one atomic variable in one execution: all its values in modification order, and who has seen which.
///
/// Modification order is the order of execution. What a load may return is then everything between the newest value
/// that it must know about and the newest one.
class Location {
public:
  /// Forgets everything; the first value was written by `creator`.
  void begin(std::uint64_t value, Moment creator) {
    stores_.clear();
    stores_.push_back({value, creator, {}});
    reads_.clear();
    newest_read_ = {};
    last_seq_cst_ = 0;
  }

  [[nodiscard]] std::uint32_t newest() const noexcept { return static_cast<std::uint32_t>(stores_.size() - 1); }
  [[nodiscard]] const Store& store(std::uint32_t index) const noexcept { return stores_[index]; }

  /// The oldest value that a load of `order` by the owner of `clock` may return.
  [[nodiscard]] std::uint32_t oldest_visible(const VectorClock& clock, std::memory_order order) const noexcept {
    // seq_cst loads see the latest seq_cst store, or a newer one.
    const std::uint32_t floor = order == std::memory_order_seq_cst ? last_seq_cst_ : 0;
    // A value that was overwritten before, in happens-before, is gone ...
    std::uint32_t oldest = newest();
    while (oldest > floor && !stores_[oldest].writer.known_to(clock)) {
      --oldest;
    }
    if (oldest == newest()) {
      return oldest;
    }
    // ... and so is one older than what a read before, in happens-before, has returned.
    for (const Read& read : reads_) {
      if (read.index > oldest && read.reader.known_to(clock)) {
        oldest = read.index;
      }
    }
    return oldest;
  }

  /// The owner of `clock` reads value `index`.
  void read(std::uint32_t index, std::uint32_t thread, VectorClock& clock, std::memory_order order) {
    if (acquires(order)) {
      clock.join(stores_[index].release);
    }
    if (index > newest_read_[thread]) {
      newest_read_[thread] = index;
      reads_.push_back({{static_cast<std::uint16_t>(thread), clock[thread]}, index});
    }
  }

  /// The owner of `clock` writes; `continues` if as part of a read-modify-write, which carries a release sequence on.
  void write(std::uint64_t value, std::uint32_t thread, const VectorClock& clock, std::memory_order order,
             bool continues) {
    Store store{value, {static_cast<std::uint16_t>(thread), clock[thread]}, {}};
    if (continues) {
      store.release = stores_.back().release;
    }
    if (releases(order)) {
      store.release.join(clock);
    }
    stores_.push_back(store);
    if (order == std::memory_order_seq_cst) {
      last_seq_cst_ = newest();
    }
  }

private:
  struct Read {
    Moment reader;
    std::uint32_t index;
  };

  std::vector<Store> stores_;
  std::vector<Read> reads_;  // only those that returned something newer than the thread had read before
  std::array<std::uint32_t, max_threads> newest_read_{};
  std::uint32_t last_seq_cst_ = 0;
};

}  // namespace sluice::model
