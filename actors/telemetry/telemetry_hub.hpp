// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/actors/telemetry/figures.hpp>
#include <sluice/actors/telemetry/sample_clock.hpp>
#include <sluice/actors/telemetry/telemetry.hpp>
#include <sluice/actors/telemetry/telemetry_note.hpp>
#include <sluice/actors/telemetry/telemetry_port.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/mutex.hpp>
#include <sluice/engine/time/timer.hpp>

namespace sluice::inline SLUICE_ABI {

class ActorMeter;

/// Not part of the API: the telemetry of one system. It measures while somebody listens.
///
/// That somebody begins or stops to listen is told to every actor, by a system message from parent to child: each one's
/// own runner puts a meter between the actor and its cell, or takes it away. Who is spawned meanwhile looks for itself.
///
/// Thread safety: any thread, unless said otherwise.
/// Allocates: a figure for each kind when its first actor is measured; a message per actor when measuring begins or stops,
/// one at a time however often that is.
class TelemetryHub final : public TelemetryPort {
public:
  TelemetryHub(SystemRecord& record, const Telemetry& telemetry, const Clock& clock) noexcept;

  [[nodiscard]] const Telemetry& settings() const noexcept { return settings_; }
  [[nodiscard]] const Clock& clock() const noexcept { return clock_; }
  [[nodiscard]] SystemRecord& record() const noexcept { return record_; }

  /// By the runner of `actor`: whether it is to be measured may have changed.
  void look_at(Actor& actor) noexcept;
  /// The same, but only begins.
  void meter_if_wanted(Actor& actor) noexcept;
  /// A meter begins to use what is here, and nobody uses it any more; behind that this may end.
  void note_meter() noexcept {
    meters_.fetch_add(1, std::memory_order_relaxed);  // for an actor that has not ended: it is waited for anyway
  }
  void note_spare_meter() noexcept {
    // release | all that was done by way of it, to the acquire in `is_in_use`.
    meters_.fetch_sub(1, std::memory_order_release);
  }
  /// By a runner: something was handled.
  void note_work() noexcept;

  void begin(engine::Address guardian) noexcept override;
  void let_guardian_go() noexcept override;
  [[nodiscard]] engine::CellMeter* meter_for(Actor& actor, const char* name,
                                             const engine::Dispatcher& dispatcher) noexcept override;
  void discard(engine::CellMeter& meter) noexcept override;
  void note(const engine::MailboxEvent& event) noexcept override;
  [[nodiscard]] bool is_in_use() const noexcept override {
    // acquire | all that was done by way of meters, from the release in `note_spare_meter`, before the end.
    return meters_.load(std::memory_order_acquire) != 0;
  }
  void end() noexcept override;
  [[nodiscard]] const KindFigures* first_kind() const noexcept override;
  [[nodiscard]] const DispatcherFigures* first_dispatcher() const noexcept override { return &loads_; }
  void subscriptions_changed(const EventType& type, bool began) noexcept override;

private:
  ~TelemetryHub() = default;

  /// Tells an actor to look whether it is to be measured; a block of its own, unless it is the guardian's.
  struct Look : TelemetryNote {
    explicit Look(TelemetryHub& of) noexcept : TelemetryNote{&hear_of_look}, hub{of} {}
    TelemetryHub& hub;
  };
  /// Tells the guardian that a sample is due.
  struct Due : TelemetryNote {
    explicit Due(TelemetryHub& of) noexcept : TelemetryNote{&hear_of_due}, hub{of} {}
    TelemetryHub& hub;
  };

  /// The guardian may run, and others with it, before this learns who it is. What they would have told it is asked for
  /// here, and done by `begin`.
  struct Opening {
    static constexpr std::uint32_t known = 1;
    static constexpr std::uint32_t look = 2;  ///< until the guardian has heard of it
    static constexpr std::uint32_t timer = 4;
  };

  static void hear_of_look(TelemetryNote& note, Actor* actor) noexcept;
  static void hear_of_due(TelemetryNote& note, Actor* actor) noexcept;
  [[nodiscard]] bool is_measuring() const noexcept {
    // acquire | nothing but the order: who sees the change was told of it, or is spawned behind it.
    return listeners_.load(std::memory_order_acquire) > 0;
  }
  void tell_guardian_to_look() noexcept;
  void tell_to_look(Actor& actor) noexcept;
  void set_timer() noexcept;
  void sample() noexcept;
  [[nodiscard]] bool has_news() const noexcept;
  [[nodiscard]] KindFigures* kind(const char* name) noexcept;
  [[nodiscard]] DispatcherFigures& load_of(const engine::Dispatcher& dispatcher) noexcept;

  SystemRecord& record_;
  const Telemetry settings_;
  const Clock& clock_;
  engine::Atomic<std::int32_t> listeners_;       ///< below zero while an end is heard of before its beginning
  engine::Atomic<std::uint32_t> meters_{0};      ///< that are not spare
  engine::Atomic<std::uint32_t> opening_{0};     ///< what is known of the guardian, and who asked for it before
  engine::Address guardian_;                     ///< if `opening_` says so; so are the generations of the two notes
  engine::Atomic<KindFigures*> kinds_{nullptr};  ///< the newest one; written under the lock of `making_`
  SyncMutex<std::uint32_t> making_{0};
  DispatcherFigures other_loads_{nullptr, "other"};
  DispatcherFigures loads_;
  SampleClock sampling_;
  engine::Timer timer_;
  Due due_{*this};
  Look look_{*this};  ///< the guardian's
};

}  // namespace sluice::inline SLUICE_ABI
