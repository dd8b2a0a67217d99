// SPDX-License-Identifier: BSL-1.0
// What a supervised actor gets when it is spawned.
#include <new>
#include <sluice/actors/kinds/behavior_actor.hpp>
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/life/belongings.hpp>
#include <sluice/actors/supervision/care.hpp>
#include <sluice/engine/memory.hpp>

namespace sluice::inline SLUICE_ABI {
namespace {

/// Null if memory runs out.
template <class Made, class... Arguments>
Made* make(Arguments&&... arguments) noexcept {
  void* const block = engine::memory::allocate(sizeof(Made));
  return block == nullptr ? nullptr : ::new (block) Made{std::forward<Arguments>(arguments)...};
}

template <class Made>
void end(Made* made) noexcept {
  if (made != nullptr) {
    made->~Made();
    engine::memory::release(made, sizeof(Made));
  }
}

}  // namespace

Belongings::~Belongings() {
  end(care);
  end(of_children);
}

Care* Actor::care() const noexcept { return belongings_ == nullptr ? nullptr : belongings_->care; }

bool Actor::may_restart_children() const noexcept {
  return belongings_ != nullptr && belongings_->of_children != nullptr &&
         belongings_->of_children->strategy.rule().may_restart();
}

/// A guardian's care is not looked at: whoever spawns below it is another thread, and it has nobody above it to wait for.
bool Actor::prepare_care(const SpawnOptions& options) noexcept {
  const ChildrenRule* const inherited = parent_ == nullptr ? nullptr : parent_->belongings_->of_children;
  const Care* const above = parent_ == nullptr || parent_->parent_ == nullptr ? nullptr : parent_->care();
  const bool is_suspendable = above != nullptr && above->may_suspend_subtree;
  if (options.children.says_something()) {
    if (belongings() == nullptr) {
      return false;
    }
    belongings_->of_children = make<ChildrenRule>(options.children);
    if (belongings_->of_children == nullptr) {
      return false;
    }
  }
  if (!options.supervision.says_something() && inherited == nullptr && !is_suspendable) {
    return true;
  }
  if (belongings() == nullptr) {
    return false;
  }
  belongings_->care = make<Care>(*this);
  if (belongings_->care == nullptr) {
    return false;
  }
  Care& own = *belongings_->care;
  own.own = options.supervision;
  if (!own.own.says_something() && inherited != nullptr) {
    own.rule = &inherited->strategy.rule();
    own.asks_parent = inherited->strategy.is_for_all();
  }
  own.may_suspend_subtree = is_suspendable || own.asks_parent || own.rule->may_escalate();
  own.is_suspended_by_parent = is_suspendable && above->suspends_subtree();
  own.orders.suspends = own.is_suspended_by_parent;
  if (own.rule->limits().failing_message.retries()) {
    own.keeper.emplace(*this, own.rule->limits().failing_message);
  }
  return true;
}

/// For one of whom nobody has said anything, but who starts anew because somebody asks for it; false if memory runs out.
bool Actor::ensure_care() noexcept {
  if (belongings() != nullptr && belongings_->care == nullptr) {
    belongings_->care = make<Care>(*this);
  }
  return care() != nullptr;
}

/// Who stands in its cell: it may be somebody who keeps copies of its messages.
engine::Occupant& Actor::in_cell() noexcept {
  if (Care* const own = care(); own != nullptr && own->keeper.has_value()) {
    return *own->keeper;
  }
  return *this;
}

void set_supervision(Actor& actor, const Supervision& supervision) noexcept {
  Belongings* const belongings = actor.belongings();
  if (belongings == nullptr) {
    return;  // it ends when it fails
  }
  if (belongings->care == nullptr) {
    belongings->care = make<Care>(actor);
  }
  if (Care* const care = belongings->care; care != nullptr) {
    care->own = supervision;
    care->rule = &care->own;
    care->asks_parent = false;
    care->may_suspend_subtree = care->may_suspend_subtree || supervision.may_escalate();
  }
}

RestartStatistics restart_statistics_of(const Actor& actor) noexcept {
  return actor.care() == nullptr ? RestartStatistics{} : actor.care()->statistics;
}

}  // namespace sluice::inline SLUICE_ABI
