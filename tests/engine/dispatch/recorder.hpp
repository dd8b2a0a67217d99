// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/mailbox.hpp>
#include <sluice/engine/manual_executor.hpp>
#include <utility>

#include "trace_text.hpp"

namespace sluice::engine {

using sluice_test::TraceText;

inline constexpr trace::Label recorder_label{"Recorder", "run", __FILE__, __LINE__, 0};

/// A system message with a number.
struct Signal : SystemNode {
  explicit Signal(std::uint32_t of) noexcept : number{of} {}
  const std::uint32_t number;
};

using Numbered = EnvelopeOf<std::uint32_t>;

[[nodiscard]] inline Numbered& numbered(std::uint32_t number) noexcept {
  Numbered* const envelope = Numbered::make(std::move(number));
  check(envelope != nullptr, "the target's pool is large enough for this test");
  return *envelope;
}

/// A mailbox that writes into a trace what happens to it:
///
///     m1          handled message 1             d1/stopped      message 1 is a dead letter
///     s1          handled system message 1      hint:high:4/5   was told that another mailbox has 4 messages of 5
///     resumed     its handler goes on           on_closed
class Recorder final : public Mailbox {
public:
  /// What a handler does beside writing.
  using Act = void (*)(Recorder& self, std::uint32_t number) noexcept;

  Recorder(Dispatcher& dispatcher, TraceText& trace, Lane* lane = nullptr, const char* tag = "") noexcept
      : Mailbox{dispatcher, recorder_label, lane}, trace_{trace}, tag_{tag} {}

  PostResult send(std::uint32_t number, Mailbox* sender = nullptr) noexcept { return post(numbered(number), sender); }
  void send_all(std::uint32_t first, std::uint32_t last) noexcept {
    for (std::uint32_t number = first; number <= last; ++number) {
      (void)send(number);
    }
  }

  using Mailbox::begin_await;
  using Mailbox::is_closed;

  Act on_message = nullptr;
  Act on_signal = nullptr;
  Act on_resumed = nullptr;
  Act on_end = nullptr;
  Recorder* peer = nullptr;
  void* context = nullptr;  ///< for the acts
  Envelope* handling = nullptr;
  std::uint32_t handled = 0;
  bool is_quiet = false;  ///< counts its messages, but does not write them

  template <class T>
  [[nodiscard]] T& as() noexcept {
    return *static_cast<T*>(context);
  }
  template <class... Parts>
  void note(const Parts&... parts) noexcept {
    trace_.add(tag_, parts...);
  }

private:
  static void act(Act what, Recorder& self, std::uint32_t number) noexcept {
    if (what != nullptr) {
      what(self, number);
    }
  }
  [[nodiscard]] static std::uint32_t number_of(Envelope& envelope) noexcept {
    return static_cast<Numbered&>(envelope).message;
  }
  [[nodiscard]] static const char* word_of(DeadLetterReason reason) noexcept {
    switch (reason) {
      case DeadLetterReason::stopped: return "/stopped";
      case DeadLetterReason::replaced: return "/replaced";
      case DeadLetterReason::dropped_newest: return "/dropped_newest";
      case DeadLetterReason::dropped_oldest: return "/dropped_oldest";
      case DeadLetterReason::overflow: return "/overflow";
      case DeadLetterReason::would_wait: return "/would_wait";
      case DeadLetterReason::offer_timed_out: return "/offer_timed_out";
      case DeadLetterReason::offer_given_up: return "/offer_given_up";
      default: break;  // what only actors come to
    }
    return "/?";
  }

  void handle(Envelope& envelope) noexcept override {
    ++handled;
    handling = &envelope;
    if (!is_quiet) {
      note("m", number_of(envelope));
    }
    act(on_message, *this, number_of(envelope));
    handling = nullptr;
  }
  void handle_system(SystemNode& message) noexcept override {
    const std::uint32_t number = static_cast<Signal&>(message).number;
    if (!is_quiet) {
      note("s", number);
    }
    act(on_signal, *this, number);
  }
  void resume_handler() noexcept override {
    note("resumed");
    act(on_resumed, *this, 0);
  }
  void dead_letter(Envelope& envelope, DeadLetterReason reason) noexcept override {
    note("d", number_of(envelope), word_of(reason));
  }
  void on_closed() noexcept override {
    note("on_closed");
    act(on_end, *this, 0);
  }
  void on_backpressure(const BackpressureHint& hint) noexcept override {
    const char* const level = hint.level == BackpressureHint::Level::full ? "full:" : "high:";
    note("hint:", level, hint.depth, "/", hint.capacity);
  }

  TraceText& trace_;
  const char* const tag_;
};

}  // namespace sluice::engine
