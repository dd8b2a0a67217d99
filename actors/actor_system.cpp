// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/actor_system.hpp>
#include <sluice/actors/cells.hpp>

namespace sluice::inline SLUICE_ABI {
namespace {

engine::Executor& existing(engine::Executor* executor) noexcept {
  engine::check(executor != nullptr, "there is memory for an executor");
  return *executor;
}

}  // namespace

ActorSystem::ActorSystem() noexcept
    : owned_{engine::make_default_executor()}, executor_{existing(owned_)}, dispatcher_{executor_} {}

ActorSystem::~ActorSystem() {
  executor_.drain();
  while (engine::Cell* const cell = take_open()) {
    cell->close();  // once: from here on the cell may be somebody else's at any moment
  }
  // An actor that had something to do, perhaps because another one's end told it something, ends in a run.
  // acquire | everything the actors did, from the release when each left.
  while (actors_.living.load(std::memory_order_acquire) != 0) {
    executor_.drain();
    engine::spin_hint();
  }
  if (owned_ != nullptr) {
    engine::destroy_default_executor(owned_);
  }
}

/// The cell of an actor that is not closed yet: it cannot leave, because only this system closes it, and only once.
engine::Cell* ActorSystem::take_open() noexcept {
  const auto open = actors_.open.lock();
  Actor* const actor = open->pop_front();
  return actor == nullptr ? nullptr : actor->address.cell;
}

void ActorSystem::move_in(Actor& actor, const engine::trace::Label& label) noexcept {
  const Result<engine::Address> address = cells().open(actor, dispatcher_, label);
  engine::check(address.has_value(), "there is memory for an actor");
  actor.address = *address;
  actors_.living.fetch_add(1, std::memory_order_relaxed);  // nobody decides anything by its growing
  actors_.open.lock()->push_back(actor);
}

}  // namespace sluice::inline SLUICE_ABI
