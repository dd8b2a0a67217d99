// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/actors/life/control.hpp>
#include <sluice/actors/supervision/orders.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/address.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/intrusive_list.hpp>
#include <sluice/engine/mutex.hpp>

namespace sluice::inline SLUICE_ABI {

class Actor;

/// The children of one actor, and when the last of them is gone.
///
///     bit 0      closed  no more come in; who leaves last tells the parent
///     bits 1-31  living  those that have not left yet, and those who are about to come
///
///     close, nobody living                   the parent goes on at once
///     leave, the last one, closed            the parent is told `childless`
///
/// Who is in the list can be told to stop: it has not begun to end, so it takes the control. Who begins to end takes
/// itself out first; it is counted until it has left.
///
/// Thread safety: any thread expects and adds; a child withdraws, leaves and takes its orders; the rest by the parent.
class Children {
public:
  Children() noexcept = default;

  /// Counts one that is about to come: the parent does not end before it has left. False if no more are taken.
  [[nodiscard]] bool expect() noexcept {
    std::uint32_t word = word_.load(std::memory_order_relaxed);  // a guess; the exchange below decides
    do {
      if ((word & closed) != 0) {
        return false;
      }
      // relaxed: a number that carries nothing while it grows.
    } while (!word_.compare_exchange_weak(word, word + one, std::memory_order_relaxed, std::memory_order_relaxed));
    return true;
  }

  /// Adds what `move_in`, called under the lock, has started; false if no more are taken, or if it gives false: then who
  /// was expected has to leave. `orders` are those of a supervised one.
  template <class MoveIn>
  [[nodiscard]] bool add(Actor& child, ParentalOrders* orders, MoveIn move_in) noexcept {
    const auto list = list_.lock();
    if ((word_.load(std::memory_order_relaxed) & closed) != 0 || !move_in()) {  // the bit is written under this lock
      return false;
    }
    push(*list, child, orders);
    return true;
  }

  /// `child` begins to end: nobody tells it anything any more.
  void withdraw(Actor& child, ParentalOrders* orders) noexcept;

  /// `child` is gone, and was the last one whom a closed parent waits for: true.
  [[nodiscard]] bool leave() noexcept {
    // acq_rel | release: all that the child did, to the acquire of the one who leaves last.
    //         | acquire: what those did who left before, for the parent that is told now.
    return word_.fetch_sub(one, std::memory_order_acq_rel) == (one | closed);
  }

  /// Takes no more, and tells all to stop. True if some are left to wait for.
  [[nodiscard]] bool close() noexcept;
  void reopen() noexcept;

  /// Tells all to stop, and takes others.
  void stop_all() noexcept;
  /// Calls `visit` with the orders of each supervised child, in the order of their spawning.
  template <class Visit>
  void for_each_ordered(Visit visit) noexcept {
    list_.lock()->ordered.for_each(visit);
  }
  /// Calls `look` while nobody changes any orders.
  template <class Look>
  void look_at_orders(Look look) noexcept {
    const auto list = list_.lock();
    look();
  }
  /// Calls `function(child)`, under the lock, for each that can be told something.
  template <class Function>
  void each(Function function) noexcept {
    list_.lock()->living.for_each(function);
  }

  /// Whether `address` is that of one in the list.
  [[nodiscard]] bool has(engine::Address address) noexcept;

  [[nodiscard]] std::uint32_t living() const noexcept {
    return word_.load(std::memory_order_relaxed) / one;  // a hint
  }

  Control childless{Control::Kind::childless};

private:
  struct List {
    engine::IntrusiveList<Actor> living;            ///< who can be told to stop
    engine::IntrusiveList<ParentalOrders> ordered;  ///< of those who have not begun to end, told to stop or not
  };
  static constexpr std::uint32_t closed = 1;
  static constexpr std::uint32_t one = 2;

  static void push(List& list, Actor& child, ParentalOrders* orders) noexcept;
  static void stop_all(List& list) noexcept;

  SyncMutex<List> list_;
  engine::Atomic<std::uint32_t> word_{0};
};

}  // namespace sluice::inline SLUICE_ABI
