// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cstdio>
#include <sluice/profiling/chrome/recorder.hpp>
#include <sluice/profiling/chrome/rings.hpp>
#include <sluice/profiling/chrome/timeline.hpp>

namespace sluice::inline SLUICE_ABI::recorder {
namespace {

std::string name_of_thread(const ThreadRing& ring, std::uint32_t index) {
  const char* const name = ring.name.load(std::memory_order_relaxed);  // it lives for ever
  return name == nullptr ? "outside " + std::to_string(index)
                         : name + (" " + std::to_string(ring.number.load(std::memory_order_relaxed)));  // as above
}

}  // namespace

std::string chrome_json() {
  std::vector<ThreadRecord> records;
  for (std::uint32_t index = 0; const ThreadRing* const each = ring_at(index); ++index) {
    ThreadRecord& record = records.emplace_back(ThreadRecord{name_of_thread(*each, index), {}});
    const std::uint64_t first = each->first.load(std::memory_order_relaxed);  // what is read late, is another's
    const std::uint64_t most = std::min(each->capacity, each->ring.written() - first);
    std::vector<Entry> room(most);
    (void)each->ring.read(room.data(), most, [&](const Entry& entry) { record.entries.push_back(entry); });
  }
  const Calibration calibration = calibrate();
  return Timeline{std::move(records), calibration}.json(unrecorded_threads());
}

bool write_chrome_json(const char* path) {
  const std::string text = chrome_json();
  std::FILE* const file = std::fopen(path, "w");
  if (file == nullptr) {
    return false;
  }
  const bool is_written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  return std::fclose(file) == 0 && is_written;
}

}  // namespace sluice::inline SLUICE_ABI::recorder
