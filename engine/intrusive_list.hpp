// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>

namespace sluice::inline SLUICE_ABI::engine {

template <class T>
class IntrusiveList;

/// What a `T` derives from to be in at most one `IntrusiveList<T>`.
///
/// A link that dies while it is in a list would leave the neighbours dangling, so that is asserted.
template <class T>
class ListLink {
public:
  ListLink() noexcept = default;
  ~ListLink() { check(!is_linked(), "an object leaves its list before it dies"); }
  ListLink(const ListLink&) = delete;
  ListLink& operator=(const ListLink&) = delete;

  [[nodiscard]] bool is_linked() const noexcept { return next_ != nullptr; }

private:
  friend class IntrusiveList<T>;
  ListLink* next_ = nullptr;
  ListLink* previous_ = nullptr;
};

/// A list that owns nothing: the links are inside the objects.
///
/// Thread safety: one owner.
/// Allocates: never.
/// Invariants
///  1. The links form a ring through `ring_`; an empty list is a ring of one.
///  2. A link is in a ring exactly when its `next_` is not null.
template <class T>
class IntrusiveList {
public:
  IntrusiveList() noexcept { ring_.next_ = ring_.previous_ = &ring_; }
  ~IntrusiveList() {
    check(is_empty(), "a list is empty when it dies");
    ring_.next_ = ring_.previous_ = nullptr;
  }
  IntrusiveList(const IntrusiveList&) = delete;
  IntrusiveList& operator=(const IntrusiveList&) = delete;

  [[nodiscard]] bool is_empty() const noexcept { return ring_.next_ == &ring_; }

  void push_back(T& object) noexcept { insert_before(ring_, object); }
  void push_front(T& object) noexcept { insert_before(*ring_.next_, object); }

  /// The first object, or null if there is none.
  [[nodiscard]] T* front() const noexcept { return is_empty() ? nullptr : static_cast<T*>(ring_.next_); }

  /// The last object, or null if there is none.
  [[nodiscard]] T* back() const noexcept { return is_empty() ? nullptr : static_cast<T*>(ring_.previous_); }

  /// The first object for which `predicate` is true, or null.
  template <class Predicate>
  [[nodiscard]] T* find(Predicate predicate) const noexcept {
    for (ListLink<T>* link = ring_.next_; link != &ring_; link = link->next_) {
      if (predicate(static_cast<const T&>(*link))) {
        return static_cast<T*>(link);
      }
    }
    return nullptr;
  }

  /// Calls `visit` with each of them, first to last; it must not change the list.
  template <class Visit>
  void for_each(Visit visit) const noexcept {
    for (ListLink<T>* link = ring_.next_; link != &ring_; link = link->next_) {
      visit(static_cast<T&>(*link));
    }
  }

  /// Takes the first object out; null if there is none.
  [[nodiscard]] T* pop_front() noexcept {
    if (is_empty()) {
      return nullptr;
    }
    T& first = static_cast<T&>(*ring_.next_);
    remove(first);
    return &first;
  }

  /// Takes `object`, which is in this list, out of it.
  void remove(T& object) noexcept {
    ListLink<T>& link = object;
    check(link.is_linked(), "only an object in a list is removed from it");
    link.next_->previous_ = link.previous_;
    link.previous_->next_ = link.next_;
    link.next_ = link.previous_ = nullptr;
  }

private:
  void insert_before(ListLink<T>& position, ListLink<T>& link) noexcept {
    check(!link.is_linked(), "an object is in at most one list");
    link.next_ = &position;
    link.previous_ = position.previous_;
    position.previous_->next_ = &link;
    position.previous_ = &link;
  }

  ListLink<T> ring_;
};

}  // namespace sluice::inline SLUICE_ABI::engine
