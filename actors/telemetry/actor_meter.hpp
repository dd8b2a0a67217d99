// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/actors/telemetry/figures.hpp>
#include <sluice/actors/telemetry/samples.hpp>
#include <sluice/actors/telemetry/telemetry_note.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/cell_meter.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/time/timer.hpp>
#include <sluice/engine/visits.hpp>

namespace sluice::inline SLUICE_ABI {

class Actor;
class SystemRecord;
class TelemetryHub;

/// Measures one actor for the figures of its kind.
///
///     spare --begin--> begun --settle_in--> measuring --stop, or the actor ends--> ending --nobody inside--> spare
///
/// Whatever it has counted and has not left yet is *inside* (`Visits`), and so is the actor's runner while it goes through
/// the meter. Ending means: nobody is counted any more. The last one inside makes it a spare one, for any actor to come.
/// Who still has it from before and counts finds another cell here, and goes away again.
///
/// Thread safety: as `CellMeter`. Spare ones are kept by their record, which lives for ever.
class ActorMeter final : public engine::CellMeter {
public:
  /// For `actor`; null if memory runs out.
  [[nodiscard]] static ActorMeter* begin(TelemetryHub& hub, Actor& actor, KindFigures& kind,
                                         DispatcherFigures& load) noexcept;
  /// One that measures nobody yet.
  void discard() noexcept;

  /// By its runner: from now on nobody is counted. It measures what it has counted, and then lets its actor go.
  void stop() noexcept;
  [[nodiscard]] bool is_ending() const noexcept { return is_ending_; }

  /// Calls `function(KindFigures&, DispatcherFigures&)` if it measures the occupant of `cell`. Any thread.
  template <class Function>
  void if_measuring(const engine::Cell& cell, Function function) noexcept {
    visits_.enter();
    // acquire | what it measures for, from the release in `settle_in`.
    if (cell_.load(std::memory_order_acquire) == &cell) {
      function(*kind_, *load_);
    }
    depart_one();
  }

  void settle_in(engine::Cell& cell) noexcept override;
  void arrive(engine::Cell& cell, engine::Envelope& envelope) noexcept override;
  void depart(engine::Envelope& envelope) noexcept override;
  void note_loss(const engine::Cell& cell, engine::DeadLetterReason reason) noexcept override;
  void begin_slice() noexcept override;
  void begin_pause() noexcept override;
  void end_pause() noexcept override;

  void handle(engine::Envelope& envelope) noexcept override;
  void handle_system(engine::SystemNode& message) noexcept override;
  void refuse_system(engine::SystemNode& message) noexcept override;
  void resume_handler() noexcept override;
  void on_backpressure(const engine::BackpressureHint& hint) noexcept override;
  void prepare_to_leave() noexcept override;
  void leave() noexcept override;

private:
  static constexpr Instant never = Instant::min();

  explicit ActorMeter(SystemRecord& record) noexcept : record_{record} {}
  ~ActorMeter() = default;  // nobody calls it

  struct LongPause : TelemetryNote {
    explicit LongPause(ActorMeter& of) noexcept : TelemetryNote{&hear_of_long_pause}, meter{of} {}
    ActorMeter& meter;
  };

  [[nodiscard]] static ActorMeter* take(SystemRecord& record) noexcept;
  static void wake_after_long_pause(void* self) noexcept;
  static void hear_of_long_pause(TelemetryNote& note, Actor* actor) noexcept;
  void note_long_pause(const Actor& actor) noexcept;
  [[nodiscard]] bool is_held() const noexcept;
  [[nodiscard]] bool stamp(engine::Envelope& envelope) noexcept;
  void note_residence(Duration residence, engine::Generation generation) noexcept;
  void note_stash() noexcept;
  void note_cut() noexcept;
  void end_measuring() noexcept;
  void let_go_if_done() noexcept;
  void depart_one() noexcept;
  void alert(MailboxAlert::Cause cause, bool is_raised, engine::Address who, Duration duration) noexcept;

  SystemRecord& record_;
  engine::Visits visits_;
  engine::Atomic<std::uint32_t> depth_{0};
  engine::Atomic<std::uint32_t> is_deep_{0};           ///< an alert was raised
  engine::Atomic<const engine::Cell*> cell_{nullptr};  ///< whose occupant it measures; null if nobody is to be counted
  engine::Cell* home_ = nullptr;  ///< the same; this and the next four stay while anybody is inside
  TelemetryHub* hub_ = nullptr;
  KindFigures* kind_ = nullptr;
  DispatcherFigures* load_ = nullptr;
  Actor* actor_ = nullptr;
  // The runner's own.
  Instant slice_begin_{};
  Instant last_end_{};  ///< of the last handler, or `never`
  Instant pause_begin_{};
  std::uint32_t slice_handled_ = 0;
  std::uint32_t pauses_ = 0;  ///< how deep they are nested
  std::uint32_t stashed_ = 0;
  bool is_ending_ = false;
  bool is_late_ = false;  ///< an alert of a long residence was raised
  bool is_long_pause_ = false;
  engine::Timer timer_;
  engine::Atomic<std::uint32_t> is_told_{0};  ///< the next one is on its way
  LongPause long_pause_{*this};
  ActorMeter* next_spare_ = nullptr;
};

}  // namespace sluice::inline SLUICE_ABI
