// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/events/buffer/event_intake.hpp>
#include <sluice/actors/events/event_reports.hpp>
#include <sluice/actors/events/event_stream.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

EventReception EventIntake::keep(BufferedEvent* event) noexcept {
  std::uint32_t lost = 0;
  bool is_told = false;
  if (event == nullptr) {
    if (buffer_->channel.policy() == Overflow::fail) {
      return refuse(nullptr);
    }
    lost = 1;
  } else {
    engine::NodeList evicted;
    const engine::Channel::Outcome outcome = buffer_->channel.offer(*event, evicted);
    lost = end_evicted(evicted);
    if (outcome == engine::Channel::Outcome::closed) {
      end_event(*event);                                                   // the subscription has ended meanwhile
      stream_.losses().abandoned.fetch_add(1, std::memory_order_relaxed);  // a figure
      return {};
    }
    if (outcome == engine::Channel::Outcome::full) {
      if (buffer_->channel.policy() == Overflow::fail) {
        return refuse(event);
      }
      is_told = bury(*event);
      ++lost;
    }
  }
  note_change(buffer_->pressure.note([this] { return buffer_->reading(); }));
  if (lost != 0) {
    note_losses(lost, is_told);
    return {.level = BackpressureLevel::full};
  }
  return {.level = buffer_->pressure.is_pressed() ? BackpressureLevel::high : BackpressureLevel::none};
}

std::uint32_t EventIntake::end_evicted(engine::NodeList& evicted) noexcept {
  const std::uint32_t count = evicted.size();
  while (engine::MpscNode* const node = evicted.pop_front()) {
    end_event(static_cast<BufferedEvent&>(*node));
  }
  return count;
}

/// The publisher has the event still, and the result says so: nothing is lost.
EventReception EventIntake::refuse(BufferedEvent* event) noexcept {
  if (event != nullptr) {
    end_event(*event);
  }
  stream_.losses().lost_by(Overflow::fail).fetch_add(1, std::memory_order_relaxed);  // a figure
  note_change(buffer_->pressure.note([this] { return buffer_->reading(); }));
  return {.level = BackpressureLevel::full, .is_refused = true};
}

BufferedEvent* EventIntake::take() noexcept {
  auto* const event = static_cast<BufferedEvent*>(buffer_->channel.poll());
  if (event != nullptr) {
    note_taking(*event);
  }
  return event;
}

void EventIntake::note_taking(const BufferedEvent& event) noexcept {
  note_change(buffer_->pressure.note_relief([this] { return buffer_->reading(); }));
  if (event.published_at != EventDelivery::unmeasured) {
    note_delay(event.published_at);
  }
}

void EventIntake::give_up() noexcept {
  buffer_->channel.close();
  std::uint32_t abandoned = 0;
  while (engine::MpscNode* const node = buffer_->channel.poll()) {
    end_event(static_cast<BufferedEvent&>(*node));
    ++abandoned;
  }
  stream_.losses().abandoned.fetch_add(abandoned, std::memory_order_relaxed);  // a figure
  report_losses();
}

void EventIntake::note_losses(std::uint32_t count, bool is_told) noexcept {
  auto& of_policy = stream_.losses().lost_by(buffer_->channel.policy());
  const std::uintptr_t number = of_policy.fetch_add(count, std::memory_order_relaxed) + count;  // figures, as the next
  lost_.fetch_add(count, std::memory_order_relaxed);
  stream_.write_loss(type_.name, "lost by a full buffer", number);
  if (is_told || type_.is_report) {
    return;
  }
  // relaxed: numbers that carry nothing else; whoever exchanges them reports them.
  const std::uint32_t unreported = unreported_.fetch_add(count, std::memory_order_relaxed) + count;
  const std::uint32_t due = due_.load(std::memory_order_relaxed);
  if (unreported >= due) {
    constexpr std::uint32_t longest_step = 1024;
    due_.store(due < longest_step ? due * 2 : due, std::memory_order_relaxed);
    report_losses();
  }
}

void EventIntake::report_losses() noexcept {
  const std::uint32_t count = unreported_.exchange(0, std::memory_order_relaxed);  // as above
  if (count != 0) {
    stream_.publish(EventsDropped{type_.name, buffer_->channel.policy(), count, lost(), buffer_->capacity()});
  }
}

/// Of all who note the same crossing, one is told so, and tells.
void EventIntake::note_change(Change change) noexcept {
  if (change == Change::none) [[likely]] {
    return;
  }
  const bool has_risen = change == Change::rose;
  const BackpressureHint now = hint(has_risen ? BackpressureLevel::high : BackpressureLevel::none);
  heed(now);
  if (!has_risen) {
    due_.store(1, std::memory_order_relaxed);  // as in `note_losses`
    report_losses();
  } else if (!type_.is_report) {
    stream_.publish(BackpressureWarning{now, Duration{}});
  }
}

BackpressureHint EventIntake::hint(BackpressureLevel level) noexcept {
  return {type_.name, level, buffer_->depth(), buffer_->capacity()};
}

/// One warning, until an event came within half of the time.
void EventIntake::note_delay(Instant published_at) noexcept {
  EventMeter* const meter = stream_.meter();
  if (meter == nullptr) {
    return;
  }
  const Duration delay = meter->note_taking(published_at);
  if (delay > meter->late_after()) {
    if (!is_late_.get() && !type_.is_report) {
      is_late_.set(true);
      stream_.publish(BackpressureWarning{hint(BackpressureLevel::high), delay});
    }
  } else if (delay <= meter->late_after() / 2) {
    is_late_.set(false);
  }
}

}  // namespace sluice::inline SLUICE_ABI
