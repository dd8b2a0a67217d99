// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <sluice/actors/events/event_stream.hpp>
#include <string_view>

/// What the suites of the event stream share: two events, and somebody who takes note.
namespace sluice::events_test {

struct Tick {
  int number = 0;
};
struct Tock {
  int number = 0;
};

/// What happened, a letter each.
class Notes {
public:
  void add(char letter) noexcept {
    if (length_ < sizeof(letters_)) {
      letters_[length_++] = letter;
    }
  }
  /// What was added since the last time.
  [[nodiscard]] std::string_view take() noexcept {
    const std::string_view taken{letters_ + taken_, length_ - taken_};
    taken_ = length_;
    return taken;
  }

private:
  char letters_[60];
  std::size_t length_ = 0;
  std::size_t taken_ = 0;
};

/// Notes its letter for each `Tick`, and an R when it is released.
class Listener final : public EventSubscriber {
public:
  Listener(Notes& notes, char letter) noexcept : EventSubscriber{event_type<Tick>}, notes_{notes}, letter_{letter} {}

private:
  void deliver(const void*) noexcept override { notes_.add(letter_); }
  void released() noexcept override { notes_.add('R'); }

  Notes& notes_;
  char letter_;
};

/// Adds its letter when it dies; one that was moved from does not.
class LastWord {
public:
  LastWord(Notes& notes, char letter) noexcept : notes_{&notes}, letter_{letter} {}
  LastWord(LastWord&& other) noexcept : notes_{other.notes_}, letter_{other.letter_} { other.notes_ = nullptr; }
  LastWord& operator=(LastWord&&) = delete;
  ~LastWord() {
    if (notes_ != nullptr) {
      notes_->add(letter_);
    }
  }

private:
  Notes* notes_;
  char letter_;
};

/// Somebody who notes `letter` for each `Event`. There is memory for it.
template <class Event = Tick>
[[nodiscard]] Subscription listen(EventStream& stream, Notes& notes, char letter) {
  return *stream.subscribe<Event>([&notes, letter](const Event&) { notes.add(letter); });
}

}  // namespace sluice::events_test
