// SPDX-License-Identifier: BSL-1.0
// Who works, who searches, who sleeps: publishers against those who fall asleep, and the stack of sleepers.
#include <optional>
#include <sluice/graph/schedule/workers/roster.hpp>
#include <sluice_model/scenarios.hpp>

namespace sluice::model {
namespace {

using schedule::Roster;

/// Work is a number of one; who takes it needs nothing else.
template <std::uint32_t workers>
class RosterScenario : public Scenario {
protected:
  /// Who is started by this has it.
  bool start(std::optional<Roster::Index> who) {
    if (who.has_value()) {
      life[*who].set(life[*who].get() + 1);  // a race if two have it
    }
    return who.has_value();
  }

  /// In the constructor: one more is awake, as a searcher or not.
  Roster::Index wake(bool searching) {
    const auto index = roster.recruit();
    require(start(index), "somebody sleeps");
    if (!searching) {
      (void)roster.end_search();
    }
    return *index;
  }

  void publish() {
    // seq_cst | before `recruit`; partner: the look in `rest`
    work.fetch_add(1, std::memory_order_seq_cst);
    if (start(roster.recruit())) {
      started.fetch_add(1, std::memory_order_relaxed);  // relaxed: read at the end
    }
  }

  [[nodiscard]] bool take_work() {
    std::uint32_t left = work.load(std::memory_order_relaxed);  // relaxed: a guess, which the exchange proves
    while (left != 0) {
      if (work.compare_exchange_weak(left, left - 1, std::memory_order_relaxed, std::memory_order_relaxed)) {
        return true;
      }
    }
    return false;
  }

  void look_behind(bool nobody_searches) {
    // seq_cst | behind the transition; partner: the publication
    if (nobody_searches && work.load(std::memory_order_seq_cst) != 0 && start(roster.recruit())) {
      started.fetch_add(1, std::memory_order_relaxed);  // relaxed: read at the end
    }
  }

  /// What a worker does that has nothing: it searches once if it may, and sleeps if it finds nothing.
  void rest(Roster::Index self, bool searching) {
    searching = searching || roster.begin_search();
    if (searching && take_work()) {
      look_behind(roster.end_search());
      return;
    }
    life[self].set(life[self].get() + 1);
    look_behind(roster.fall_asleep(self, searching).nobody_searches);
  }

  void require_no_work_is_left() {
    const bool is_left = work.load(std::memory_order_relaxed) != 0;
    require(!is_left || started.load(std::memory_order_relaxed) != 0, "somebody was started for the work that is left");
  }

  Roster::Link links[workers];
  Roster roster{links, workers};
  engine::Plain<std::uint32_t> life[workers];
  engine::Atomic<std::uint32_t> work{0};
  engine::Atomic<std::uint32_t> started{0};
};

/// The only worker falls asleep while work is published.
class PublishedOrSeen final : public RosterScenario<1> {
public:
  PublishedOrSeen() { wake(true); }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override { index == 0 ? rest(0, true) : publish(); }
  void finish() override { require_no_work_is_left(); }
};

/// The same from a worker that did not search, beside one that does.
class TwoFallAsleep final : public RosterScenario<2> {
public:
  TwoFallAsleep() {
    wake(false);
    wake(true);
  }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override { index == 2 ? publish() : rest(1 - index, index == 1); }
  void finish() override { require_no_work_is_left(); }
};

/// A searcher finds something while more is published: somebody looks for that.
class LastSearcherEnds final : public RosterScenario<2> {
public:
  LastSearcherEnds() {
    wake(true);
    work.store(1, std::memory_order_relaxed);  // not shared yet
  }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override { index == 0 ? rest(1, true) : publish(); }
  void finish() override { require_no_work_is_left(); }
};

/// Two publish for one who sleeps: it is started once.
class OneIsStartedForTwo final : public RosterScenario<2> {
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t) override { publish(); }
  void finish() override {
    require(started.load(std::memory_order_relaxed) == 1, "one searcher is enough for any amount of work");
    require(roster.look().awake() == 1 && roster.look().searching() == 1, "who is started is a searcher");
  }
};

/// Of two that have nothing, one searches.
class HalfSearches final : public RosterScenario<2> {
public:
  HalfSearches() {
    wake(false);
    wake(false);
  }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override { searches[index].set(roster.begin_search()); }
  void finish() override {
    require(searches[0].get() != searches[1].get(), "half of the workers search");
    require(roster.look().searching() == 1, "and are counted");
  }
  engine::Plain<bool> searches[2];
};

/// While one is about to be woken, the stack of sleepers below it changes, and looks the same from above.
class SleepersComeBack final : public RosterScenario<4> {
public:
  SleepersComeBack() { wake(false); }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 1) {
      if (const auto who = roster.recruit(); start(who)) {
        (void)roster.end_search();
      }
      return;
    }
    const auto first = roster.recruit();
    if (start(first)) {
      (void)roster.end_search();
    }
    const auto second = roster.recruit();
    if (start(second)) {
      (void)roster.end_search();
    }
    sleep(3);
    if (first.has_value()) {
      sleep(*first);
    }
  }
  void sleep(Roster::Index who) {
    life[who].set(life[who].get() + 1);
    (void)roster.fall_asleep(who, false);
  }
  void finish() override {
    std::uint32_t sleepers = 0;
    while (const auto who = roster.recruit()) {
      start(who);
      require(life[*who].get() % 2 == 1, "who is woken slept");
      (void)roster.end_search();
      require(++sleepers <= 4, "nobody sleeps twice");
    }
    require(roster.look().awake() == 4, "nobody is lost");
    for (const auto& each : life) {
      require(each.get() % 2 == 1, "all are awake");
    }
  }
};

/// Two fall asleep and are woken by one who knows of both.
class SleepersStackUp final : public RosterScenario<2> {
public:
  SleepersStackUp() {
    wake(false);
    wake(false);
  }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index < 2) {
      life[index].set(life[index].get() + 1);
      (void)roster.fall_asleep(index, false);
    } else if (start(roster.recruit())) {
      (void)roster.end_search();
    }
  }
  void finish() override {
    for (std::uint32_t i = roster.look().awake(); i < 2; ++i) {
      require(start(roster.recruit()), "who sleeps can be woken");
      (void)roster.end_search();
    }
    require(!roster.recruit().has_value(), "who is awake is not woken");
    require(life[0].get() == 3 && life[1].get() == 3, "each slept once");
  }
};

constexpr NamedScenario table[] = {
    {"roster.published_or_seen", "who falls asleep sees the work, or is seen asleep", &make_scenario<PublishedOrSeen>},
    {"roster.two_fall_asleep", "the last of them sees the work, or is seen asleep", &make_scenario<TwoFallAsleep>},
    {"roster.last_searcher_ends", "the last searcher sees to what is left", &make_scenario<LastSearcherEnds>},
    {"roster.one_for_two", "two publishers start one worker", &make_scenario<OneIsStartedForTwo>},
    {"roster.half_searches", "of two workers one searches", &make_scenario<HalfSearches>},
    {"roster.sleepers_come_back", "a stack that looks the same is not taken for the same",
     &make_scenario<SleepersComeBack>},
    {"roster.sleepers_stack_up", "nobody is lost among the sleepers", &make_scenario<SleepersStackUp>},
};

}  // namespace

std::span<const NamedScenario> roster_scenarios() { return table; }

}  // namespace sluice::model
