// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/life/children.hpp>
#include <sluice/engine/assert.hpp>

namespace sluice::inline SLUICE_ABI {

void Children::push(List& list, Actor& child, ParentalOrders* orders) noexcept {
  list.living.push_back(child);
  if (orders != nullptr) {
    list.ordered.push_back(*orders);
  }
}

void Children::withdraw(Actor& child, ParentalOrders* orders) noexcept {
  const auto list = list_.lock();
  // Asked in this order: once it was told, its link is that of the awaited, under their lock.
  if (!child.was_told_to_stop() && child.is_linked()) {
    list->living.remove(child);
  }
  if (orders != nullptr && orders->is_linked()) {
    list->ordered.remove(*orders);
  }
}

bool Children::has(engine::Address address) noexcept {
  const auto list = list_.lock();
  return list->living.find([&](const Actor& child) { return child.address() == address; }) != nullptr;
}

void Children::stop_all(List& list) noexcept {
  while (Actor* const child = list.living.pop_front()) {
    engine::check(child->tell_to_stop(), "an actor in its parent's list can be told to stop");
  }
}

void Children::stop_all() noexcept {
  const auto list = list_.lock();
  stop_all(*list);
}

bool Children::close() noexcept {
  const auto list = list_.lock();
  stop_all(*list);
  // acquire | what those did who have left already, as in `leave`.
  return word_.fetch_or(closed, std::memory_order_acquire) >= one;
}

void Children::reopen() noexcept {
  const auto list = list_.lock();
  word_.fetch_and(~closed, std::memory_order_relaxed);  // under the lock, as the look in `add`
}

void ParentalOrders::send() noexcept {
  if (!is_on_its_way) {
    is_on_its_way = true;
    engine::check(cell->post_system(*this), "an actor in its parent's list takes orders");
  }
}

}  // namespace sluice::inline SLUICE_ABI
