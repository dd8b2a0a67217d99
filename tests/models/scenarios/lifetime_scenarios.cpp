// SPDX-License-Identifier: BSL-1.0
// Objects that several threads hold: the last owner, and pins.
#include <sluice/engine/epoch.hpp>
#include <sluice/engine/share_count.hpp>
#include <sluice_model/scenarios.hpp>

namespace sluice::model {
namespace {

/// The last of three owners sees everything that the others did.
class LastOwner final : public Scenario {
public:
  LastOwner() {
    count.add();
    count.add();
  }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    uses[index].set(1);
    if (count.drop_last()) {
      ++lasts;
      for (engine::Plain<std::uint32_t>& use : uses) {
        use.set(0);
      }
    }
  }
  void finish() override { require(lasts == 1, "there is one last owner"); }
  engine::AtomicCount count;
  engine::Plain<std::uint32_t> uses[3];
  std::uint32_t lasts = 0;
};

/// A reader follows a pointer while somebody replaces and retires what it points to, and somebody collects.
class EpochScenario : public Scenario {
  struct Ring final : engine::Epoch::Retired {
    Ring() : Retired{[](Retired& self) noexcept { static_cast<Ring&>(self).content.set(0); }} {}
    engine::Plain<std::uint32_t> content{1};
  };

protected:
  void join() { epoch.add(participant); }
  void read() {
    epoch.pin(participant);
    // acquire | the ring's content, from the store that put it there
    require(current.load(std::memory_order_acquire)->content.get() == 1, "what a pin protects has ended");
    engine::Epoch::unpin(participant);
  }
  void replace() {
    // release | the new ring's content, to the reader's acquire
    current.store(&second, std::memory_order_release);
    epoch.retire(first);
  }
  void collect(int times) {
    for (int i = 0; i < times; ++i) {
      (void)epoch.collect();
    }
  }

private:
  engine::Epoch epoch;
  engine::Epoch::Participant participant;
  Ring first, second;
  engine::Atomic<Ring*> current{&first};
};

class PinAgainstRetire final : public EpochScenario {
public:
  PinAgainstRetire() { join(); }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      read();
    } else {
      replace();
      collect(3);
    }
  }
};

/// Who retires does not collect, so it may not know of the newest epoch.
class RetireAgainstCollect final : public EpochScenario {
public:
  RetireAgainstCollect() { join(); }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      read();
    } else if (index == 1) {
      replace();
    } else {
      collect(3);
    }
  }
};

/// The reader is new: who collects may not know of it.
class JoinAgainstCollect final : public EpochScenario {
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      join();
      read();
    } else {
      replace();
      collect(3);
    }
  }
};

/// One of the two that collect may know of a newer epoch than the other.
class TwoCollectors final : public EpochScenario {
public:
  TwoCollectors() { join(); }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      read();
    } else if (index == 1) {
      collect(1);
      replace();
    } else {
      collect(1);
    }
  }
};

constexpr NamedScenario table[] = {
    {"shared.last_owner", "the last owner sees every use", &make_scenario<LastOwner>},
    {"epoch.pin_against_retire", "what is pinned does not end", &make_scenario<PinAgainstRetire>},
    {"epoch.retire_against_collect", "nor if somebody else collects", &make_scenario<RetireAgainstCollect>},
    {"epoch.join_against_collect", "nor if the reader is new", &make_scenario<JoinAgainstCollect>},
    {"epoch.two_collectors", "nor if two collect", &make_scenario<TwoCollectors>},
};

}  // namespace

std::span<const NamedScenario> lifetime_scenarios() { return table; }

}  // namespace sluice::model
