// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <map>
#include <sluice/config.hpp>
#include <sluice/engine/trace.hpp>
#include <sluice/profiling/chrome/calibration.hpp>
#include <sluice/profiling/chrome/entry.hpp>
#include <sluice/profiling/chrome/json_writer.hpp>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sluice::inline SLUICE_ABI::recorder {

/// What one thread has left.
struct ThreadRecord {
  std::string name;
  std::vector<Entry> entries;  ///< oldest first; the oldest of all may be gone
};

/// Makes rows, spans and arrows of the records. What began before the record is left out, and what has not ended ends with
/// it: so every span has two ends, and so has every arrow.
class Timeline {
public:
  Timeline(std::vector<ThreadRecord> records, const Calibration& calibration);

  [[nodiscard]] std::string json(std::uint64_t unrecorded_threads);

private:
  using Label = engine::trace::Label;

  static constexpr std::uint32_t workers = 1;  ///< the processes of the format
  static constexpr std::uint32_t actors = 2;

  struct Source {
    Track track;
    std::int64_t at = 0;
    bool is_outside = false;
  };
  struct Span {
    bool is_slice = false;
    Track actor{};
    bool has_message = false;
    std::int64_t begun = 0;
    JsonWriter on_actor{};  ///< what its actor's row shows of it
  };
  /// Where one thread is, while its entries are told.
  struct Place {
    Track thread;
    std::vector<Span> open;
  };

  [[nodiscard]] std::int64_t time_of(const Entry& entry) const noexcept {
    return calibration_.nanoseconds_at(entry.ticks) - first_;
  }
  [[nodiscard]] Track actor_of(const Entry& slice);
  void find_bounds();
  void find_sources();
  void tell(std::uint32_t index);
  void tell_entry(Place& place, const Entry& entry);
  void begin_slice(Place& place, const Entry& entry);
  void handle(Place& place, const Entry& entry);
  void make(const Place& place, const Entry& entry);
  void close(Place& place, std::int64_t at, std::int64_t value);
  void tell_waits();
  void tell_actors();
  void name_tracks();

  std::vector<ThreadRecord> records_;
  const Calibration calibration_;
  std::int64_t first_ = 0;
  std::int64_t last_ = 0;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t> actors_;  ///< mailbox and label -> row
  std::unordered_map<std::uint64_t, Source> sources_;  ///< number of a message -> where it was made
  std::int64_t arrows_ = 0;
  JsonWriter writer_;
  std::vector<std::pair<std::int64_t, std::string>> slices_;  ///< when they began, and what the rows of actors show
  JsonWriter arrow_writer_;                                   ///< behind all else: an arrow is told when its end is met
};

}  // namespace sluice::inline SLUICE_ABI::recorder
