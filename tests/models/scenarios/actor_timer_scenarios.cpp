// SPDX-License-Identifier: BSL-1.0
// Timers of actors: they fire on one thread while their actor cancels them, sets others, or ends.
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/life/belongings.hpp>
#include <sluice/actors/mailboxes.hpp>
#include <sluice/actors/messages/delivery.hpp>
#include <sluice/actors/system/system_record.hpp>
#include <sluice/actors/timers/actor_timers.hpp>
#include <sluice_model/executor.hpp>
#include <sluice_model/scenarios.hpp>
#include "test_timers.hpp"

namespace sluice::model {
namespace {

constexpr engine::trace::Label label{"TimedActor", "run", __FILE__, __LINE__, 0};
constexpr ActorKind timed_kind{.label = label, .type = &label, .starts = true};
constexpr ActorKind guardian_kind{.label = label, .type = &label};

/// What it is told: to cancel its timer, and perhaps to set another one of the same tick, or to stop. The rest comes of
/// timers.
enum class Word : std::uint8_t { cancel, cancel_and_set, cancel_and_stop, first, second };

/// Sets a timer when it starts, unless it is a guardian.
class TimedActor final : public Actor {
public:
  /// `Plain`: what two threads do to one actor at once is a data race.
  struct Notes {
    engine::Plain<std::uint32_t> firsts{0};
    engine::Plain<std::uint32_t> seconds{0};
    engine::Plain<std::uint32_t> ended{0};
    engine::Plain<bool> has_cancelled{false};
  };

  [[nodiscard]] static TimedActor& make(SystemRecord& record, Actor* parent, Notes& notes) {
    return *::new (engine::memory::allocate(sizeof(TimedActor))) TimedActor{record, parent, notes};
  }

private:
  TimedActor(SystemRecord& record, Actor* parent, Notes& notes) noexcept : Actor{record, parent}, notes_{notes} {}
  ~TimedActor() = default;

  void start() noexcept override { set(1, Word::first, std::chrono::milliseconds{1}); }
  void receive(engine::Envelope& envelope) noexcept override {
    switch (static_cast<engine::EnvelopeOf<Word>&>(envelope).message) {
      case Word::cancel: cancel(); break;
      case Word::cancel_and_set:
        cancel();
        set(2, Word::second, Duration{});
        break;
      case Word::cancel_and_stop:
        cancel();
        request_stop();
        break;
      case Word::first:
        require(!notes_.has_cancelled.get(), "a timer that was cancelled does not arrive");
        notes_.firsts.set(notes_.firsts.get() + 1);
        break;
      case Word::second: notes_.seconds.set(notes_.seconds.get() + 1); break;
    }
  }
  void destroy() noexcept override {
    notes_.ended.set(notes_.ended.get() + 1);
    this->~TimedActor();
    engine::memory::release(this, sizeof(TimedActor));
  }

  void set(int key, Word word, Duration delay) noexcept {
    TimerSetting setting;
    setting.message = engine::EnvelopeOf<Word>::make(Word{word});
    setting.first = delay;
    require(set_timer(*this, key, setting).has_value(), "there is memory for a timer");
  }
  void cancel() noexcept {
    (void)cancel_timer(*this, 1);
    notes_.has_cancelled.set(true);
  }

  Notes& notes_;
};

/// One thread fires, one runs the actor; a cell with a lane lets its occupant go in other ways than one without.
template <bool IsGuarded>
class TimerScenario : public Scenario {
public:
  TimerScenario() {
    record.letters.set_writing(false);
    record.own_clock().follow(clock);
    record.dispatcher = &dispatcher;
    record.executor = &executor;
    guardian_address = guardian.settle_as_guardian(guardian_kind, dispatcher);
    SpawnOptions options;
    if (IsGuarded) {
      options.mailbox = Bounded{.capacity = 2};
    }
    actor_address = *guardian.adopt(TimedActor::make(record, &guardian, notes), timed_kind, options);
    executor.run_all();
    clock.move_to(1);
  }

protected:
  [[nodiscard]] std::uint32_t threads() const final { return 2; }
  void thread(std::uint32_t index) final {
    if (index == 0) {
      record.timers().advance();
    } else {
      executor.work();
    }
  }
  /// Everything that was set has come.
  void settle() {
    executor.run_all();
    record.timers().advance();
    executor.run_all();
  }
  void end_all() {
    (void)tell_control(guardian_address, Control::Kind::stop);
    executor.run_all();
    require(record.has_ended() && notes.ended.get() == 1, "each ends once");
    require(record.timers().size() == 0, "who has ended has left the wheel");
    guardian.discard();
  }

  SharedClock clock;
  ModelExecutor executor;
  engine::Dispatcher dispatcher{executor};
  SystemRecord record;
  TimedActor::Notes root;
  TimedActor::Notes notes;
  TimedActor& guardian = TimedActor::make(record, nullptr, root);
  engine::Address guardian_address, actor_address;
};

/// What is cancelled has come before, or never comes; one that takes its place comes once.
template <Word Order>
class FireAgainstCancel final : public TimerScenario<false> {
public:
  FireAgainstCancel() { (void)tell_to<Word>(actor_address, Word{Order}); }

private:
  void finish() override {
    settle();
    require(notes.has_cancelled.get() && notes.firsts.get() <= 1, "a timer arrives once at most");
    require(notes.seconds.get() == (Order == Word::cancel_and_set ? 1 : 0), "a timer that was not cancelled arrives");
    end_all();
  }
};

/// An actor ends while its timer fires: nobody is locked out, and the timer ends once. In the plain cell it was cancelled
/// before, and is still on the wheel.
template <bool IsGuarded>
class FireAgainstStop final : public TimerScenario<IsGuarded> {
public:
  FireAgainstStop() {
    if (IsGuarded) {
      (void)tell_control(this->actor_address, Control::Kind::stop);
    } else {
      (void)tell_to<Word>(this->actor_address, Word{Word::cancel_and_stop});
    }
  }

private:
  void finish() override {
    require(this->notes.ended.get() == 1, "who is told to stop ends");
    this->end_all();
  }
};

constexpr NamedScenario table[] = {
    {"actor_timers.fire_against_cancel", "what is cancelled never arrives",
     &make_scenario<FireAgainstCancel<Word::cancel>>},
    {"actor_timers.fire_against_another", "what takes the place of a cancelled one arrives once",
     &make_scenario<FireAgainstCancel<Word::cancel_and_set>>},
    {"actor_timers.fire_against_spare", "who ends takes the timers with it that it has cancelled",
     &make_scenario<FireAgainstStop<false>>},
    {"actor_timers.fire_against_stop", "who ends takes its timers with it, and nobody is let go under the lock",
     &make_scenario<FireAgainstStop<true>>},
};

}  // namespace

std::span<const NamedScenario> actor_timer_scenarios() { return table; }

}  // namespace sluice::model
