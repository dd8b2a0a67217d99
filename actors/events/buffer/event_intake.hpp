// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/actors/events/buffer/buffered_event.hpp>
#include <sluice/actors/events/buffer/event_buffer.hpp>
#include <sluice/actors/events/event_delivery.hpp>
#include <sluice/actors/events/event_type.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/owned.hpp>
#include <sluice/engine/queue/node_list.hpp>
#include <sluice/engine/task.hpp>

namespace sluice::inline SLUICE_ABI {

class EventStream;

/// Not part of the API: the buffer of a subscriber with the books about it: what was lost, who is to be told of pressure,
/// how long events waited.
///
/// Thread safety: `keep` by any publisher; `take` and `poll` by one owner; `give_up` once, when no `keep` runs any more, also
/// beside a `take`.
/// Invariant: what was kept is taken, lost or abandoned; and all that was lost is in exactly one report, unless the events
///            are reports themselves.
class EventIntake {
public:
  EventIntake(EventStream& stream, const EventType& type, Owned<EventBuffer>&& buffer) noexcept
      : stream_{stream}, type_{type}, buffer_{std::move(buffer)} {}
  EventIntake(const EventIntake&) = delete;
  EventIntake& operator=(const EventIntake&) = delete;

  /// Puts `event` in, by the policy; null, which memory had run out for, is lost as well.
  [[nodiscard]] EventReception keep(BufferedEvent* event) noexcept;

  /// The next event, or null.
  [[nodiscard]] BufferedEvent* take() noexcept;

  /// A taken event, by `engine::Channel::Poller`.
  void note_taking(const BufferedEvent& event) noexcept;

  /// Nothing enters any more, and what is in is abandoned.
  void give_up() noexcept;

  [[nodiscard]] EventBuffer& buffer() noexcept { return *buffer_; }
  /// How many were lost.
  [[nodiscard]] std::uint32_t lost() const noexcept {
    return lost_.load(std::memory_order_relaxed);  // a figure
  }

protected:
  ~EventIntake() = default;

  virtual void end_event(BufferedEvent& event) noexcept = 0;
  /// `event` found no room; ends it. True if it has told of that itself.
  [[nodiscard]] virtual bool bury(BufferedEvent& event) noexcept {
    end_event(event);
    return false;
  }
  /// The buffer is filling up, or has room again.
  virtual void heed(const BackpressureHint& /*hint*/) noexcept {}

private:
  using Change = engine::Pressure::Change;

  [[nodiscard]] std::uint32_t end_evicted(engine::NodeList& evicted) noexcept;
  [[nodiscard]] EventReception refuse(BufferedEvent* event) noexcept;
  void note_losses(std::uint32_t count, bool is_told) noexcept;
  void report_losses() noexcept;
  void note_change(Change change) noexcept;
  void note_delay(Instant published_at) noexcept;
  [[nodiscard]] BackpressureHint hint(BackpressureLevel level) noexcept;

  EventStream& stream_;
  const EventType& type_;
  Owned<EventBuffer> buffer_;
  engine::Atomic<std::uint32_t> lost_{0};
  engine::Atomic<std::uint32_t> unreported_{0};  ///< ... of them
  engine::Atomic<std::uint32_t> due_{1};         ///< a report is due when so many are unreported
  engine::Plain<bool> is_late_{false};           ///< the owner's: the last event had waited for too long
};

}  // namespace sluice::inline SLUICE_ABI
