// SPDX-License-Identifier: BSL-1.0
// Reading the ring of a thread that goes on writing: what is shown is whole, in order, and the newest there is.
#include <sluice/profiling/chrome/ring.hpp>
#include <sluice_model/scenarios.hpp>

namespace sluice::model {
namespace {

using recorder::Entry;

constexpr std::uint64_t capacity = 2;

Entry entry_of(std::uint64_t number) noexcept { return {number, number, number, number}; }

/// A writer, which has written `Before` already, and readers.
template <std::uint64_t Before, std::uint64_t Meanwhile, std::uint32_t Readers>
class ReadWhileWriting final : public Scenario {
public:
  ReadWhileWriting() {
    for (std::uint64_t i = 0; i < Before; ++i) {
      ring.write(entry_of(i + 1));
    }
  }

private:
  [[nodiscard]] std::uint32_t threads() const override { return 1 + Readers; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      for (std::uint64_t i = Before; i < Before + Meanwhile; ++i) {
        ring.write(entry_of(i + 1));
      }
    } else {
      (void)read();
    }
  }
  void finish() override {
    require(read() == Before + Meanwhile, "the newest entry of a ring at rest is shown");
    require(shown == capacity - 1, "a ring at rest shows all but the slot that is next");
  }

  /// The number of the newest one.
  std::uint64_t read() {
    Entry room[capacity];
    std::uint64_t last = 0;
    shown = ring.read(room, capacity, [&](const Entry& entry) {
      require(entry == entry_of(entry.ticks), "an entry is shown that is made of two");
      require(entry.ticks != 0, "an entry is shown that was not written");
      require(last == 0 || entry.ticks == last + 1, "entries are shown in another order");
      last = entry.ticks;
    });
    return last;
  }

  recorder::Slot slots[capacity];
  recorder::Ring ring{slots, capacity};
  std::uint64_t shown = 0;  // in ordinary memory: the last reader's
};

constexpr NamedScenario table[] = {
    {"recorder.first_entries", "what is shown of a new ring is whole", &make_scenario<ReadWhileWriting<0, 2, 1>>},
    {"recorder.overwritten", "what is overwritten meanwhile is not shown", &make_scenario<ReadWhileWriting<2, 2, 1>>},
    {"recorder.two_readers", "readers do not disturb each other", &make_scenario<ReadWhileWriting<1, 2, 2>>},
};

}  // namespace

std::span<const NamedScenario> recorder_scenarios() { return table; }

}  // namespace sluice::model
