// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/assert.hpp>
#include <sluice/engine/epoch.hpp>

namespace sluice::inline SLUICE_ABI::engine {

void Epoch::add(Participant& participant) noexcept {
  participant.next_ = participants_.load(std::memory_order_relaxed);  // a guess; the exchange below decides
  // acq_rel | release: the participant's link, to the acquire in `newest_participant`.
  //         | acquire: removals before a look at the list that missed this participant, from the release there.
  while (!participants_.compare_exchange_weak(participant.next_, &participant, std::memory_order_acq_rel,
                                              std::memory_order_relaxed)) {
  }
}

void Epoch::pin(Participant& participant) noexcept {
  // acquire | the removals of what was retired in earlier epochs, from the release in `retire`, carried on by the
  //         | exchange in `try_advance`. An old epoch is only more careful.
  const std::uint32_t epoch = epoch_.load(std::memory_order_acquire);
  // acq_rel | acquire: removals before a look that missed this pin, from the release in `try_advance`.
  //         | release: to that look's acquire, so that pins and looks are ordered.
  const std::uint32_t before = participant.pin_.exchange(epoch * 2 + 1, std::memory_order_acq_rel);
  check(before == 0, "a participant is pinned once");
}

void Epoch::unpin(Participant& participant) noexcept {
  // release | every use of what was pinned, to the acquire in `try_advance`, and so to the end of the objects.
  participant.pin_.store(0, std::memory_order_release);
}

void Epoch::retire(Retired& object) noexcept {
  const auto first = retired_.lock();
  // A read-modify-write, because it must see the newest epoch: in an older one the object would end too early.
  // acq_rel | release: the removal of the object, to the acquire of a `pin` in a later epoch.
  //         | acquire: the looks that made the epoch.
  object.epoch_ = epoch_.fetch_or(0, std::memory_order_acq_rel);
  object.next_ = *first;
  *first = &object;
}

// A read-modify-write, as for the pins: either it sees a participant that is being added, or that one acquires it.
Epoch::Participant* Epoch::newest_participant() noexcept {
  Participant* newest = participants_.load(std::memory_order_relaxed);  // a guess; the exchange below decides
  // acq_rel | release: the removals so far, to the acquire in `add`.
  //         | acquire: the participants' links, from the release there.
  while (!participants_.compare_exchange_weak(newest, newest, std::memory_order_acq_rel, std::memory_order_relaxed)) {
  }
  return newest;
}

bool Epoch::try_advance() noexcept {
  // acquire | that the looks below come after the looks that made this epoch.
  std::uint32_t epoch = epoch_.load(std::memory_order_acquire);
  for (Participant* p = newest_participant(); p != nullptr; p = p->next_) {
    // acq_rel | release: the removals so far, to the acquire of a later `pin`.
    //         | acquire: the uses before an `unpin`.
    const std::uint32_t pin = p->pin_.fetch_or(0, std::memory_order_acq_rel);
    if (pin != 0 && pin != epoch * 2 + 1) {
      return false;
    }
  }
  // acq_rel | what was looked at, to whoever retires or collects in the new epoch.
  return epoch_.compare_exchange_strong(epoch, epoch + 1, std::memory_order_acq_rel, std::memory_order_relaxed);
}

std::uint32_t Epoch::collect() noexcept {
  (void)try_advance();
  Retired* ready = nullptr;
  {
    const auto first = retired_.lock();
    // acquire | the looks that made the epoch. Under the lock: so it is not older than that of any object in the list.
    const std::uint32_t epoch = epoch_.load(std::memory_order_acquire);
    for (Retired** link = &*first; *link != nullptr;) {
      Retired* const object = *link;
      // Retired in epoch e, maybe still held by pins of e - 1 and e: gone when both have been seen to end.
      if (epoch - object->epoch_ >= 2) {
        *link = object->next_;
        object->next_ = ready;
        ready = object;
      } else {
        link = &object->next_;
      }
    }
  }
  std::uint32_t ended = 0;
  while (ready != nullptr) {
    Retired* const next = ready->next_;
    ready->end_(*ready);
    ready = next;
    ++ended;
  }
  return ended;
}

}  // namespace sluice::inline SLUICE_ABI::engine
