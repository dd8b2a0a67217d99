// SPDX-License-Identifier: BSL-1.0
#include <new>
#include <sluice/actors/life/watch.hpp>
#include <sluice/engine/cell.hpp>
#include <sluice/engine/envelope.hpp>
#include <sluice/engine/memory.hpp>

namespace sluice::inline SLUICE_ABI {
namespace {

/// True if `control` is in the target's hands now.
bool post(Control& control, engine::Address to) noexcept {
  control.generation = to.generation;
  return to.cell != nullptr && to.cell->is_current(to.generation) && to.cell->post_system(control);
}

}  // namespace

Control* make_control(Control::Kind kind) noexcept {
  void* const block = engine::memory::allocate(sizeof(Control));
  return block == nullptr ? nullptr : ::new (block) Control{kind};
}

void end_control(Control& control) noexcept { engine::memory::release(&control, sizeof(Control)); }

Watch* Watch::make(engine::Address watcher, engine::Address target, engine::Envelope* instead) noexcept {
  void* const block = engine::memory::allocate(sizeof(Watch));
  return block == nullptr ? nullptr : ::new (block) Watch{watcher, target, instead};
}

void Watch::begin() noexcept {
  share();  // the target's, on its way
  if (!post(watch_, target)) {
    notify(false);
  }
}

void Watch::forget() noexcept {
  is_wanted = false;
  share();  // of the control, on its way
  if (!post(unwatch_, target)) {
    drop();  // the target has ended: its notice is on its way, or was refused
  }
  drop();
}

void Watch::notify(bool failed) noexcept {
  has_failed = failed;
  if (!post(notice_, watcher)) {
    drop();
  }
}

void Watch::share() noexcept {
  owners_.fetch_add(1, std::memory_order_relaxed);  // by an owner: it cannot reach zero meanwhile
}

void Watch::drop() noexcept {
  // acq_rel | release: what this owner did with it, to the acquire of the last one.
  //         | acquire: what the others did, before it ends.
  if (owners_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    if (instead != nullptr) {
      engine::end(*instead);
    }
    this->~Watch();
    engine::memory::release(this, sizeof(Watch));
  }
}

}  // namespace sluice::inline SLUICE_ABI
