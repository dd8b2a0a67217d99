// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/life/children.hpp>
#include <sluice/engine/assert.hpp>

namespace sluice::inline SLUICE_ABI {

void Children::push(List& list, Actor& child) noexcept { list.push_back(child); }

void Children::withdraw(Actor& child) noexcept {
  const auto list = list_.lock();
  if (child.is_linked()) {
    list->remove(child);
  }
}

bool Children::has(engine::Address address) noexcept {
  const auto list = list_.lock();
  return list->find([&](const Actor& child) { return child.address() == address; }) != nullptr;
}

bool Children::close() noexcept {
  const auto list = list_.lock();
  while (Actor* const child = list->pop_front()) {
    engine::check(child->tell_to_stop(), "an actor in its parent's list can be told to stop");
  }
  // acquire | what those did who have left already, as in `leave`.
  return word_.fetch_or(closed, std::memory_order_acquire) >= one;
}

void Children::reopen() noexcept {
  const auto list = list_.lock();
  word_.fetch_and(~closed, std::memory_order_relaxed);  // under the lock, as the look in `add`
}

}  // namespace sluice::inline SLUICE_ABI
