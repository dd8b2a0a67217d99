// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/actors/events/event_stream.hpp>
#include <sluice/actors/supervision/counters.hpp>
#include <sluice/actors/system/awaited.hpp>
#include <sluice/actors/system/dead_letters.hpp>
#include <sluice/actors/system/line_limit.hpp>
#include <sluice/actors/system/names.hpp>
#include <sluice/actors/system/record_clock.hpp>
#include <sluice/actors/system/scope.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/cell_slab.hpp>
#include <sluice/engine/dead_letter.hpp>
#include <sluice/engine/dispatch/dispatcher.hpp>
#include <sluice/engine/dispatch/event_sink.hpp>
#include <sluice/engine/executor.hpp>
#include <sluice/engine/mutex.hpp>
#include <sluice/engine/time/timer_wheel.hpp>

namespace sluice::inline SLUICE_ABI {

class Actor;
class ActorMeter;
class Configuration;
class MiddlewareChain;
class TelemetryPort;

/// What a system leaves behind when it ends: the cells that references point to, where dead letters go, the timers of
/// those who still wait. It lives for ever and is used by one system after the other; who holds a reference of an
/// earlier one is told so by its generation.
///
/// Thread safety: any thread, unless said otherwise.
class SystemRecord final : public engine::CellSlab, public engine::DeadLetterSink, public engine::EventSink {
public:
  SystemRecord() noexcept;

  /// One that nobody uses; null if memory runs out.
  [[nodiscard]] static SystemRecord* take() noexcept;
  /// References to its system's actors are out of scope from here on.
  void end_scope() noexcept;
  /// Its system has ended, and all of its actors.
  void give_back() noexcept;

  /// That of the actors in a cell which was opened by one.
  [[nodiscard]] static SystemRecord& of(const engine::Cell& cell) noexcept {
    return const_cast<SystemRecord&>(static_cast<const SystemRecord&>(cell.home()));
  }
  /// Whether `address` is of the system that uses its record now.
  [[nodiscard]] static bool is_in_scope(engine::Address address) noexcept {
    return address.cell != nullptr && address.cell->home().is_of_this_life(address.generation);
  }

  [[nodiscard]] const Clock& clock() const noexcept { return clock_; }
  /// What that clock tells, for an actor on its runner.
  [[nodiscard]] Instant now_of_living() const noexcept { return clock_.now_while_followed(); }
  [[nodiscard]] RecordClock& own_clock() noexcept { return clock_; }
  [[nodiscard]] engine::TimerWheel& timers() noexcept { return timers_; }
  [[nodiscard]] Serial next_serial() noexcept {
    return serial_.fetch_add(1, std::memory_order_relaxed);  // a number that carries nothing else
  }

  void dead_letter(const engine::DeadLetter& letter) noexcept override;
  void publish(const engine::MailboxEvent& event) noexcept override;

  /// The guardian has left: nothing of the system runs any more.
  void note_end() noexcept;
  [[nodiscard]] bool has_ended() const noexcept {
    // acquire | all that the actors did, from the release in `note_end`.
    return has_ended_.load(std::memory_order_acquire) != 0;
  }
  void begin_shutdown() noexcept {
    is_shutting_down_.store(1, std::memory_order_relaxed);  // for names and figures, no more
  }

  /// Whether the executor runs only when somebody says so. Who still waits for an answer when its system has ended may
  /// see this of the next one: its answer is there, or about to come.
  [[nodiscard]] bool is_driven_by_hand() const noexcept {
    return is_driven_by_hand_.load(std::memory_order_relaxed) != 0;  // a setting that carries nothing else
  }
  void set_driven_by_hand(bool is_driven) noexcept {
    is_driven_by_hand_.store(is_driven ? 1 : 0, std::memory_order_relaxed);  // as above
  }

  /// On an executor that is driven by hand: runs what there is to run, timers included.
  void drive() noexcept {
    executor->drain();
    timers_.advance();
    executor->drain();
  }

  /// An actor has ended. Counted from the shutdown on.
  void note_stopped() noexcept {
    if (is_shutting_down_.load(std::memory_order_relaxed) != 0) {  // set before anybody is told to stop
      stopped_.fetch_add(1, std::memory_order_relaxed);            // a figure
    }
  }
  [[nodiscard]] std::uint32_t stopped() const noexcept { return stopped_.load(std::memory_order_relaxed); }  // a figure

  DeadLetters letters;
  EventStream events;
  Names names;
  Scopes scopes;
  Awaited awaited;
  engine::Dispatcher* dispatcher = nullptr;     ///< of actors that say nothing else; the system's
  engine::Executor* executor = nullptr;         ///< the system's
  TelemetryPort* telemetry = nullptr;           ///< the system's; null if it has none
  Configuration* configuration = nullptr;       ///< the system's, if it has one
  const MiddlewareChain* middleware = nullptr;  ///< of all actors; null if there is none
  bool has_real_time = true;                    ///< the clock goes by itself
  engine::Atomic<std::uint32_t> mismatches{0};
  SupervisionCounters supervision;
  LineLimit failure_lines;  ///< on the console
  std::uint64_t seed = 0;   ///< the system's
  SyncMutex<ActorMeter*> spare_meters{nullptr};

private:
  RecordClock clock_;
  engine::TimerWheel timers_{clock_};
  engine::Atomic<Serial> serial_{1};
  engine::Atomic<std::uint32_t> has_ended_{0};
  engine::Atomic<std::uint32_t> is_shutting_down_{0};
  engine::Atomic<std::uint32_t> stopped_{0};
  engine::Atomic<std::uint32_t> is_driven_by_hand_{0};
  SystemRecord* next_free_ = nullptr;
  bool has_lives_left_ = true;
};

}  // namespace sluice::inline SLUICE_ABI
