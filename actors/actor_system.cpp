// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/actor_system.hpp>

namespace sluice::inline SLUICE_ABI {
namespace {

engine::Executor& existing(engine::Executor* executor) noexcept {
  engine::check(executor != nullptr, "there is memory for an executor");
  return *executor;
}

}  // namespace

ActorSystem::ActorSystem() noexcept : owned_{engine::make_default_executor()}, executor_{existing(owned_)} {}

ActorSystem::~ActorSystem() {
  executor_.drain();
  for (ActorCell* cell = *newest_.lock(); cell != nullptr;) {
    ActorCell* const next = cell->next;
    cell->destroy();
    cell = next;
  }
  if (owned_ != nullptr) {
    engine::destroy_default_executor(owned_);
  }
}

void ActorSystem::adopt(ActorCell& cell) noexcept {
  const auto newest = newest_.lock();
  cell.next = *newest;
  *newest = &cell;
}

}  // namespace sluice::inline SLUICE_ABI
