// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/events/buffer/actor_buffer.hpp>
#include <sluice/actors/life/actor.hpp>

namespace sluice::inline SLUICE_ABI {

EventReception ActorBuffer::keep_and_tell(BufferedEvent* event) noexcept {
  const EventReception reception = keep(event);
  // acq_rel | release: the event, to the runner's exchange, which then looks.
  //         | acquire: that the last news was heard before the next one is told.
  if (news_.exchange(1, std::memory_order_acq_rel) == 0) {
    tell_news();
  }
  return reception;
}

/// By whoever has set `news_`.
void ActorBuffer::tell_news() noexcept {
  share();  // of the news
  if (!may_queue_) {
    hear_by_system_lane();
    return;
  }
  auto* const envelope = engine::EnvelopeOf<EventsReady>::make(EventsReady{*this});
  if (envelope == nullptr) {
    return;  // that which was not made has found the other way
  }
  envelope->generation = actor_.generation;
  if (!actor_.cell->is_current(actor_.generation) ||
      actor_.cell->try_post(*envelope).posted != engine::Posted::queued) {
    engine::end(*envelope);
  }
}

void ActorBuffer::hear_by_system_lane() noexcept {
  news_by_system_lane_.generation = actor_.generation;
  if (!actor_.cell->is_current(actor_.generation) || !actor_.cell->post_system(news_by_system_lane_)) {
    drop();  // nobody is there any more who could hear it
  }
}

/// One event at most: its handler may have failed.
void ActorBuffer::hear(Actor& actor) noexcept {
  BufferedEvent* event = take();
  const bool has_one = event != nullptr;
  if (has_one) {
    have_handled(actor, *event);
  }
  if (has_one && buffer().depth() != 0) {
    tell_news();
    drop();
    return;
  }
  // acq_rel | acquire: the events of those whose exchange came before and who tell nothing.
  //         | release: that this news was heard, to who tells the next.
  (void)news_.exchange(0, std::memory_order_acq_rel);
  bool has_more = false;
  if (has_one) {
    has_more = buffer().depth() != 0;
  } else if (event = take(); event != nullptr) {  // one that was not completely in counts as none: its publisher tells
    have_handled(actor, *event);
    has_more = true;
  }
  // acq_rel | as in `keep_and_tell`, with whose exchange and the one above it is paired.
  if (has_more && news_.exchange(1, std::memory_order_acq_rel) == 0) {
    tell_news();
  }
  drop();
}

void ActorBuffer::have_handled(Actor& actor, BufferedEvent& event) noexcept {
  if (engine::Envelope* const envelope = pack(event)) {
    receive_unqueued(actor, *envelope);
  }
}

}  // namespace sluice::inline SLUICE_ABI
